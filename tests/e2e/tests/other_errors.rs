//! Errors of other libraries, erased and not, on their way into a `Failure`: what the model may
//! read leaves, the errors themselves stay in the log (W7).

use std::error::Error;

use eyre::WrapErr;
use toolfailure::{
    Code, Failure, OrToolFailure, ToolFailure, ToolFailureClass, assert_tool_failure,
    testing::{CANARY, CanaryError, canary},
    text,
};

type BoxError = Box<dyn Error + Send + Sync>;

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("the ledger is closed")]
#[tool_failure(class = "reliability", code = "acme.closed", retryable = true)]
struct Closed(#[source] CanaryError);

fn said<E: Into<BoxError>>(error: E) -> Failure {
    Err::<(), _>(error)
        .or_tool_failure(ToolFailureClass::Governance, Code::POLICY_BLOCKED, "not today")
        .expect_err("an error")
}

/// What is in the log of it, and that it is nowhere else.
#[track_caller]
fn chain(failure: Failure, class: &str, code: &str, message: &str) -> String {
    let chain = text::chain(&failure).expect("has a source");
    let report = failure.report();
    assert_tool_failure!(report, class, code);
    assert_eq!(report.message(), message);
    let result = report.into_json();
    assert!(!result.to_string().contains(CANARY), "{result}");
    chain
}

#[test]
fn w7_an_error_of_any_library_can_be_said() {
    let failures = [
        said(anyhow::Error::new(CanaryError)),
        said(anyhow::Error::new(CanaryError).context("reading")),
        said(anyhow::anyhow!("{CANARY}")),
        said(eyre::Report::new(CanaryError)),
        said(eyre::Report::new(CanaryError).wrap_err("reading")),
        said(canary::<BoxError>()),
        said(canary::<String>()),
        said(canary::<std::io::Error>()),
    ];
    for failure in failures {
        let chain = chain(failure, "governance", "policy_blocked", "not today");
        assert_eq!(chain.matches(CANARY).count(), 1, "{chain}");
    }
}

#[test]
fn w7_a_derived_error_is_found_under_the_contexts_of_anyhow_and_eyre() {
    let of_anyhow = || {
        let result: Result<(), _> = Err(Closed(CanaryError));
        let one = anyhow::Context::context(result, format!("one {CANARY}"));
        anyhow::Context::context(one, format!("two {CANARY}")).expect_err("an error")
    };
    let of_eyre = || {
        let result: Result<(), _> = Err(Closed(CanaryError));
        let one = result.wrap_err(format!("one {CANARY}"));
        one.wrap_err(format!("two {CANARY}")).expect_err("an error")
    };
    let failures =
        [Failure::from_chain::<Closed>(of_anyhow()), Failure::from_chain::<Closed>(of_eyre())];
    for failure in failures {
        let chain = chain(failure, "reliability", "acme.closed", "the ledger is closed");
        let whole = format!("two {CANARY}: one {CANARY}: the ledger is closed: {CANARY}");
        assert_eq!(chain, whole);
    }
}

#[test]
fn w7_a_derived_error_is_found_without_a_context_too() {
    let failures = [
        Failure::from_chain::<Closed>(anyhow::Error::new(Closed(CanaryError))),
        Failure::from_chain::<Closed>(eyre::Report::new(Closed(CanaryError))),
        Failure::from_chain::<Closed>(BoxError::from(Closed(CanaryError))),
        Failure::from_chain::<Closed>(anyhow::Error::new(Failure::from(Closed(CanaryError)))),
    ];
    for failure in failures {
        let chain = chain(failure, "reliability", "acme.closed", "the ledger is closed");
        assert_eq!(chain, format!("the ledger is closed: {CANARY}"));
    }
}

#[test]
fn w7_what_holds_no_classified_error_says_nothing_but_its_id() {
    let failures = [
        Failure::from_chain::<Closed>(anyhow::Error::new(CanaryError).context(CANARY)),
        Failure::from_chain::<Closed>(eyre::Report::new(CanaryError).wrap_err(CANARY)),
    ];
    for failure in failures {
        let message = "The tool call failed.";
        let chain = chain(failure, "reliability", "unclassified", message);
        assert_eq!(chain.matches(CANARY).count(), 2, "{chain}");
    }
}
