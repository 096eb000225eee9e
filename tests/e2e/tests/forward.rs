//! The layer forwards every method that rmcp's handlers have (C1).
//!
//! Each of them has a default there, so the compiler misses none that a minor release adds.

use std::{collections::BTreeSet, fs, path::PathBuf, process::Command};

use serde_json::Value;

/// The directory of the rmcp that this test is built with.
fn rmcp() -> PathBuf {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let rmcp: Vec<_> = packages.iter().filter(|package| package["name"] == "rmcp").collect();
    let [rmcp] = rmcp[..] else { panic!("not one rmcp: {rmcp:?}") };
    let mut path = PathBuf::from(rmcp["manifest_path"].as_str().expect("a path"));
    path.pop();
    path
}

fn read(path: PathBuf) -> String {
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What stands between two texts.
fn between<'a>(source: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = source.split_once(start).unwrap_or_else(|| panic!("no {start}"));
    rest.split_once(end).unwrap_or_else(|| panic!("no {end}")).0
}

/// The word that begins a line, if arguments follow it.
fn name(line: &str) -> Option<&str> {
    let name = line.split_once(['(', '<'])?.0;
    let is_name = |c: char| c == '_' || c.is_ascii_lowercase() || c.is_ascii_digit();
    (!name.is_empty() && name.chars().all(is_name)).then_some(name)
}

/// The methods of the trait; `///` keeps the examples in its documentation apart.
fn methods(handler: &str) -> BTreeSet<&str> {
    let methods =
        between(handler, "macro_rules! server_handler_methods", "pub trait ServerHandler");
    let lines = methods.lines().map(str::trim);
    lines.filter_map(|line| name(line.trim_start_matches("async ").strip_prefix("fn ")?)).collect()
}

fn forwarded(forward: &str) -> BTreeSet<&str> {
    let (_, implementation) =
        forward.split_once("> ServerHandler for Classified<H> {").expect("is there");
    let (by_hand, listed) = implementation.split_once("forward! {").expect("is there");
    let by_hand = by_hand.lines().filter_map(|line| name(line.trim().strip_prefix("fn ")?));
    by_hand.chain(listed.lines().filter_map(|line| name(line.trim()))).collect()
}

#[test]
fn c1_the_layer_forwards_every_method_of_rmcps_handlers() {
    let handler = read(rmcp().join("src/handler/server.rs"));
    let forward = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/rmcp3/server/forward.rs");
    let forward = read(forward.into());
    let methods = methods(&handler);
    assert!(methods.contains("call_tool") && methods.contains("get_info"), "{methods:?}");
    assert_eq!(forwarded(&forward), methods);
}

/// So that the test above compares something.
#[test]
fn methods_are_found_in_every_form() {
    let handler = "macro_rules! server_handler_methods {
        /// fn in_an_example(&self) {}
        fn ping(
            &self,
        ) {}
        async fn later(&self) {}
        fn generic<T>(&self) {}
    }
    pub trait ServerHandler {}";
    assert_eq!(methods(handler), BTreeSet::from(["generic", "later", "ping"]));
    let forward = "impl<H> ServerHandler for Classified<H> {
        fn ping(
            &self,
        ) -> X { self.other() }
        forward! {
            async { later(context: Request) -> (); }
            sync {
                generic() -> ();
            }
        }";
    // One on each line, as rustfmt leaves them.
    assert_eq!(forwarded(forward), BTreeSet::from(["generic", "ping"]));
}
