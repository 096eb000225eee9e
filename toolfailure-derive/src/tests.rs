//! The rules, on token streams: which mistakes are found, how many, in which order.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, parse_quote};

use crate::{derive, diagnostics::Errors, rules, syntax::Item};

fn mistakes(input: &DeriveInput) -> Vec<String> {
    let mut errors = Errors::default();
    let item = Item::read(input, &mut errors);
    let _ = rules::check(&item, &mut errors);
    errors.messages()
}

/// The variants are refused with exactly these messages, each of which is a part of the real one.
fn refused(variants: TokenStream, want: &[&str]) {
    let found = mistakes(&parse_quote!(enum E { #variants }));
    assert_eq!(found.len(), want.len(), "{variants}\n{found:#?}");
    for (found, want) in found.iter().zip(want) {
        assert!(found.contains(want), "{variants}\nfound: {found}\nwant:  {want}");
    }
}

fn accepted(variants: TokenStream) {
    refused(variants, &[]);
}

#[test]
fn what_a_variant_needs() {
    refused(quote!(A), &["`A` does not say why"]);
    refused(
        quote!(
            #[tool_failure(class = "governance")]
            A
        ),
        &["`A` has no code: add `code"],
    );
    refused(
        quote!(
            #[tool_failure(guidance = "x")]
            A
        ),
        &["add `class = \"…\", code"],
    );
    refused(
        quote!(
            #[tool_failure(code = "acme.x")]
            A
        ),
        &["no baseline code, so its class"],
    );
    refused(
        quote!(
            #[tool_failure(code = A_CONST)]
            A
        ),
        &["say the class too"],
    );
    accepted(quote!(
        #[tool_failure(code = "auth_required")]
        A
    ));
    accepted(quote!(
        #[tool_failure(class = "governance", code = codes::A_CONST)]
        A
    ));
    accepted(quote!(
        #[tool_failure(class = "governance", code = "auth_required")]
        A
    ));
}

#[test]
fn classes_and_codes() {
    let class = |class: &str| {
        quote!(
            #[tool_failure(class = #class, code = "acme.x")]
            A
        )
    };
    refused(class("governence"), &["did you mean `governance`?"]);
    refused(class("Governance"), &["did you mean `governance`?"]);
    refused(class("auth"), &["did you mean `governance`?"]);
    refused(class("transient"), &["did you mean `reliability`?"]);
    refused(class("xyz"), &["\"xyz\" is no class (the classes are"]);
    refused(
        quote!(
            #[tool_failure(class = governance, code = "acme.x")]
            A
        ),
        &["write it in quotes: `class = \"governance\"`"],
    );
    let code = |code: &str| {
        quote!(
            #[tool_failure(class = "governance", code = #code)]
            A
        )
    };
    refused(code(""), &["cannot be empty"]);
    refused(code("AUTH"), &["lower case"]);
    refused(code("has space\n"), &["holds only"]);
    refused(code("a..b"), &["empty segment"]);
    refused(code(&"a".repeat(65)), &["at most 64"]);
    refused(code("auth_requierd"), &["did you mean the baseline code `auth_required`?"]);
    refused(code("invalid_input"), &["baseline code of class \"capability\""]);
    accepted(code("acme.auth_requierd"));
    refused(
        quote! {
            #[tool_failure(class = "governance", code = "acme.x")] A,
            #[tool_failure(class = "governance", code = "acme.x")] B,
            #[tool_failure(class = "capability", code = "acme.x")] C,
        },
        &["class \"capability\" here and of class \"governance\" on `A`"],
    );
}

#[test]
fn retries() {
    let with = |rest: TokenStream| {
        quote!(
            #[tool_failure(class = "reliability", code = "c", #rest)]
            A
        )
    };
    refused(with(quote!()), &["whether the same call may be repeated"]);
    accepted(with(quote!(retryable = true)));
    accepted(with(quote!(retryable = false)));
    accepted(with(quote!(retryable = "if_idempotent")));
    accepted(with(quote!(retry_after = f::<A, B>(1, 2))));
    accepted(with(quote!(retry_after = <Conf<u8, u8>>::wait(), guidance = "x")));
    accepted(with(quote!(retry_after = g::<fn(u8) -> u8, u8>(), guidance = "x")));
    accepted(with(quote!(retry_after = if 1 < 2 { a } else { b }, guidance = "x")));
    accepted(with(quote!(retryable = true, retry_at = time())));
    accepted(quote!(
        #[tool_failure(code = "retryable_transient_error")]
        A
    ));
    accepted(quote!(
        #[tool_failure(code = "retryable_transient_error", retryable = false)]
        A
    ));
    accepted(quote!(
        #[tool_failure(class = "reliability", code = "c")]
        A {
            #[tool_failure(retry_after)]
            wait: Duration,
        }
    ));
    refused(with(quote!(retryable = false, retry_after = x)), &["leaves nothing to wait for"]);
    refused(with(quote!(retryable = "if_idempotent", retry_at = x)), &["leaves nothing to wait"]);
    refused(with(quote!(retry_after = x, retry_at = y)), &["already given by `retry_after`"]);
    refused(
        quote!(
            #[tool_failure(class = "reliability", code = "c")]
            A(
                #[tool_failure(retry_after, retry_at)]
                X
            )
        ),
        &["already given by `retry_after`"],
    );
    refused(with(quote!(retryable = "true")), &["without quotes"]);
    refused(with(quote!(retryable = "maybe")), &["`true`, `false` or"]);
    refused(with(quote!(retryable = yes)), &["`true`, `false` or"]);
    refused(with(quote!(retryable)), &["`retryable = true` or"]);
    refused(with(quote!(retry_after)), &["needs a value"]);
    for class in ["capability", "governance"] {
        refused(
            quote!(
                #[tool_failure(class = #class, code = "c", retryable = true, retry_after = x)]
                A {
                    #[tool_failure(retry_at)]
                    t: SystemTime,
                }
            ),
            &["`retryable` is only", "`retry_after` is only", "`retry_at` is only"],
        );
    }
}

#[test]
fn the_grammar_of_the_attribute() {
    refused(
        quote!(
            #[tool_failure]
            A
        ),
        &["write `#[tool_failure(class"],
    );
    refused(
        quote!(
            #[tool_failure = "x"]
            A
        ),
        &["write `#[tool_failure(class"],
    );
    refused(
        quote!(
            #[tool_failure()]
            A
        ),
        &["nothing is said here"],
    );
    refused(
        quote!(
            #[tool_failure("governance")]
            A
        ),
        &["a key is expected"],
    );
    refused(
        quote!(
            #[tool_failure{code = "auth_required"}]
            A
        ),
        &["write round brackets"],
    );
    refused(
        quote!(
            #[toolfailure(code = "auth_required")]
            A
        ),
        &["the attribute is `tool_failure`"],
    );
    refused(
        quote!(
            #[tool_failure(class: "governance", code = "c")]
            A
        ),
        &["write `class = \"…\"`"],
    );
    refused(
        quote!(
            #[tool_failure(class("governance"), code = "c")]
            A
        ),
        &["write `class = \"…\"`"],
    );
    refused(
        quote!(
            #[tool_failure(class = , code = "c")]
            A
        ),
        &["a value is missing"],
    );
    refused(
        quote!(
            #[tool_failure(code = "auth_required",, expose)]
            A
        ),
        &["nothing stands before"],
    );
    refused(
        quote!(
            #[tool_failure(class = "governance" code = "c")]
            A
        ),
        &["a comma is missing before this"],
    );
    refused(
        quote!(
            #[tool_failure(code = 5)]
            A
        ),
        &["a string or the path"],
    );
    refused(
        quote!(
            #[tool_failure(code = b"x")]
            A
        ),
        &["a string or the path"],
    );
    refused(
        quote!(
            #[tool_failure(code = "auth_required", expose = true)]
            A
        ),
        &["write just `expose`"],
    );
    refused(
        quote!(
            #[tool_failure(code = "auth_required", guidance = concat!("a", "b"))]
            A
        ),
        &["macros are not expanded here"],
    );
    let suffixed: TokenStream =
        r#"#[tool_failure(code = "auth_required"sfx)] A"#.parse().expect("lexes");
    refused(suffixed, &["remove the suffix"]);
    refused(
        quote!(
            #[tool_failure(clas = "governance", cod = "c")]
            A
        ),
        &["did you mean `class`?", "did you mean `code`?"],
    );
    // Any key may have been meant, so none is missing.
    refused(
        quote!(
            #[tool_failure(cl)]
            A
        ),
        &["`cl` is no key; the keys of a variant are"],
    );
    refused(
        quote!(
            #[tool_failure(code = "auth_required", code = "auth_required")]
            A
        ),
        &["`code` stands here twice"],
    );
    refused(
        quote!(
            #[tool_failure(code = "auth_required")]
            #[tool_failure(code = "auth_required")]
            A
        ),
        &["already given in another attribute of this variant"],
    );
}

#[test]
fn keys_in_the_wrong_place() {
    let found = mistakes(&parse_quote! {
        #[tool_failure(class = "governance", crate = toolfailure)]
        enum E {
            #[tool_failure(code = "auth_required", crate = ::x, secret)]
            A { #[tool_failure(code = "x", trusted, untrusted)] x: u8 },
        }
    });
    let want = [
        "no default for a whole enum",
        "an absolute path is needed",
        "`crate` belongs on the enum",
        "`secret` belongs on a field",
        "`code` belongs on the variant",
        "`trusted` and `untrusted` contradict",
    ];
    assert_eq!(found.len(), want.len(), "{found:#?}");
    for (found, want) in found.iter().zip(want) {
        assert!(found.contains(want), "{found}\n{want}");
    }
    let fine = mistakes(&parse_quote! {
        #[tool_failure(code = "auth_required", crate = ::a::b)]
        struct S;
    });
    assert_eq!(fine, Vec::<String>::new());
    let union = mistakes(&parse_quote!(union U { a: u8 }));
    assert_eq!(union.len(), 1);
}

#[test]
fn guidance_and_message() {
    let with = |text: &str| {
        quote!(
            #[tool_failure(code = "auth_required", guidance = #text)]
            A { account: u8 }
        )
    };
    accepted(with("{account} {account:?} {{x}}"));
    refused(with("{acount}"), &["did you mean `{account}`?"]);
    refused(with("{LIMIT}"), &["no field of this struct variant; its fields are `account`"]);
    refused(with("{0}"), &["no field of this struct variant"]);
    refused(with("{} {self}"), &["names no field", "is the whole error"]);
    refused(with(&"x".repeat(301)), &["at most 300 characters; these are 301"]);
    let tuple = |text: &str| {
        quote!(
            #[tool_failure(code = "auth_required", message = #text)]
            A(u8)
        )
    };
    accepted(tuple("{0}"));
    refused(tuple("{1}"), &["no field of this tuple variant; its fields are `0`"]);
    refused(
        quote!(
            #[tool_failure(code = "auth_required", guidance = "send {\"id\": 1}")]
            A
        ),
        &["only fields can be interpolated"],
    );
    refused(
        quote!(
            #[tool_failure(code = "auth_required", guidance = "{x}")]
            A
        ),
        &["no field of this unit variant, which has none"],
    );
}

#[test]
fn what_leaks_is_refused() {
    let with = |display: TokenStream, rest: TokenStream| {
        quote!(
            #[error(#display)]
            #[tool_failure(code = "auth_required", #rest)]
            A(
                #[source]
                Other
            )
        )
    };
    let none = || quote!();
    refused(with(quote!("failed: {0}"), none()), &["`0`, an error's source"]);
    refused(with(quote!("failed: {}", .0.code()), none()), &["`0`, an error's source"]);
    refused(with(quote!(transparent), none()), &["`#[error(transparent)]` sends"]);
    refused(with(quote!(fmt = path), none()), &["cannot be seen here"]);
    accepted(with(quote!("failed"), none()));
    for display in [quote!("{0}"), quote!(transparent), quote!(fmt = path)] {
        accepted(with(display.clone(), quote!(message = "it failed")));
        accepted(with(display, quote!(expose)));
    }
    refused(with(quote!("x"), quote!(message = "{0}")), &["leave it out, or add `expose`"]);
    accepted(with(quote!("x"), quote!(message = "{0}", expose)));
    refused(with(quote!("x"), quote!(guidance = "{0}", expose)), &["guidance cannot carry"]);

    let spelled = |ty: TokenStream| quote!(#[error("failed: {0}")] #[tool_failure(code = "auth_required")] A(#ty));
    for ty in [
        quote!(Box<dyn Error + Send>),
        quote!(&'static (dyn Error + Sync)),
        quote!(Option<Arc<dyn std::error::Error>>),
    ] {
        refused(spelled(ty), &["`0`, an error's source"]);
    }
    accepted(spelled(quote!(String)));
    // thiserror takes a field of this name for the source.
    refused(
        quote!(
            #[error("{source}")]
            #[tool_failure(code = "auth_required")]
            A { source: X }
        ),
        &["`source`, an error's source"],
    );
    // Without thiserror the name says nothing, and the type decides.
    accepted(quote!(
        #[tool_failure(code = "auth_required", message = "{source}")]
        A { source: X }
    ));
    // An `#[error]` of the whole enum holds for each variant.
    let found = mistakes(&parse_quote! {
        #[error("all: {0}")]
        enum E { #[tool_failure(code = "auth_required")] A(#[source] X) }
    });
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn secrets_stand_nowhere() {
    refused(
        quote! {
            #[error("{token}")]
            #[tool_failure(code = "auth_required", guidance = "{token}", message = "{token:?}")]
            A { #[tool_failure(secret)] token: String }
        },
        &[
            "cannot stand in the guidance",
            "cannot stand in the message",
            "cannot stand in `Display`",
        ],
    );
}

#[test]
fn a_class_on_the_whole_enum_is_one_mistake() {
    let found = mistakes(&parse_quote! {
        #[tool_failure(class = "governance")]
        enum E {
            #[tool_failure(code = "acme.a")] A,
            #[tool_failure(code = "acme.b")] B,
        }
    });
    assert_eq!(found.len(), 1, "{found:#?}");
}

#[test]
fn a_function_says_everything_but_the_message() {
    accepted(quote!(
        #[tool_failure(with = classify)]
        A(X, Y)
    ));
    accepted(quote!(
        #[tool_failure(with = a::b::<C>, message = "{0}")]
        A(u8)
    ));
    refused(
        quote!(
            #[tool_failure(with = classify, code = "c", retryable = true)]
            A
        ),
        &["remove `code`", "remove `retryable`"],
    );
    refused(
        quote!(
            #[tool_failure(with = classify)]
            A(
                #[tool_failure(retry_after)]
                X
            )
        ),
        &["remove `retry_after`"],
    );
    refused(
        quote!(
            #[tool_failure(with = "classify")]
            A
        ),
        &["a function is expected here"],
    );
    refused(
        quote!(
            #[tool_failure(with = |x| x)]
            A
        ),
        &["a function is expected here"],
    );
    refused(
        quote!(
            #[tool_failure(with)]
            A
        ),
        &["a value is missing"],
    );
    refused(
        quote!(
            #[error("{0}")]
            #[tool_failure(with = classify)]
            A(
                #[source]
                X
            )
        ),
        &["an error's source"],
    );
    let found = mistakes(&parse_quote! {
        #[tool_failure(error_data)]
        enum E { #[tool_failure(code = "auth_required", error_data)] A }
    });
    assert_eq!(found.len(), 1, "{found:#?}");
}

#[test]
fn transparent_stands_alone() {
    accepted(quote!(
        #[error(transparent)]
        #[tool_failure(transparent)]
        A(
            #[from]
            Inner
        )
    ));
    refused(
        quote!(
            #[tool_failure(transparent)]
            A
        ),
        &["exactly one field; there are 0"],
    );
    refused(
        quote!(
            #[tool_failure(transparent)]
            A(X, Y)
        ),
        &["exactly one field; there are 2"],
    );
    refused(
        quote!(
            #[tool_failure(transparent, code = "c")]
            A(
                #[tool_failure(secret)]
                X
            )
        ),
        &["remove `code`", "remove `secret`"],
    );
    refused(
        quote!(
            #[tool_failure(transparent)]
            A(
                #[tool_failure(secret, trusted)]
                X
            )
        ),
        &["remove `secret`", "remove `trusted`"],
    );
}

/// Where they stand and in which order is shown by the tests on the compiler's output.
#[test]
fn many_mistakes_are_as_many_errors() {
    let mut found = mistakes(&parse_quote! {
        enum E {
            #[tool_failure(clas = "governance", code = "auth_required")] A,
            B,
            #[tool_failure(class = "governence", code = "acme.x")] C,
            #[tool_failure(class = "capability", code = "auth_required")] D,
            #[tool_failure(class = "reliability", code = "timeout")] E,
            #[tool_failure(code = "auth_required", guidance = "{x}", retryable = true)] F,
            #[error("{0}")] #[tool_failure(code = "invalid_input")] G(#[source] X),
            #[tool_failure(code = "Bad Code", class = "governance")] H,
            I(#[tool_failure(retry_afer)] u8),
        }
    });
    let want = [
        "`class`?",
        "`B` does not say",
        "`governance`?",
        "class \"governance\"",
        "may be repeated",
        "`retryable` is only",
        "no field of this unit",
        "an error's source",
        "lower case",
        "`retry_after`?",
        "`I` does not say",
    ];
    for want in want {
        let at = found.iter().position(|found| found.contains(want));
        found.remove(at.unwrap_or_else(|| panic!("{want} is not among {found:#?}")));
    }
    assert_eq!(found, Vec::<String>::new());
}

/// Row 81 of the edge cases that `tests/ui` names.
#[test]
fn expansion_is_deterministic_and_allows_nothing() {
    let input = quote! {
        pub enum E<'a, T: Display = u8, const N: usize = 2> where T: Debug {
            #[tool_failure(code = "invalid_input", guidance = "{0} {1:?}")] A(T, [u8; N]),
            #[tool_failure(class = "reliability", code = PATH)] B { #[tool_failure(retry_at)] t: &'a X },
        }
    };
    let first = derive(input.clone()).to_string();
    for _ in 0..100 {
        assert_eq!(derive(input.clone()).to_string(), first);
    }
    assert!(!first.contains("allow") && first.contains("automatically_derived"), "{first}");
}

#[test]
fn a_refused_item_still_gets_its_impls() {
    let tokens = derive(quote!(
        enum E<T: Bound = u8>
        where
            T: Other,
        {
            A(T),
        }
    ))
    .to_string();
    assert!(tokens.contains("compile_error"), "{tokens}");
    assert!(tokens.contains("ToolFailure for E < T > where T : Other"), "{tokens}");
    assert!(tokens.contains("__impl_rmcp"), "{tokens}");
}
