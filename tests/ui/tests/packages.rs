//! Packages of every edition, and one that knows the crate by another name, each checked by cargo.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

/// Name of the package, edition, source, and what it calls the crate.
const PACKAGES: &[(&str, &str, &str, &str)] = &[
    ("edition-2015", "2015", "edition.rs", "toolfailure"),
    ("edition-2018", "2018", "edition.rs", "toolfailure"),
    ("edition-2021", "2021", "edition.rs", "toolfailure"),
    ("edition-2024", "2024", "edition.rs", "toolfailure"),
    ("renamed", "2024", "renamed.rs", "tf"),
];

#[test]
fn every_package_is_fine() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let workspace = write_workspace(&target.join("packages")).expect("the target is writable");
    let status = Command::new(env!("CARGO"))
        .args(["check", "--workspace", "--offline", "--quiet", "--manifest-path"])
        .arg(workspace)
        .arg("--target-dir")
        .arg(target.parent().unwrap_or(target))
        .status()
        .expect("cargo runs");
    assert!(status.success());
}

/// A workspace of its own with the lock file of this one, so that nothing is looked up.
fn write_workspace(at: &Path) -> io::Result<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.join("../..");
    for (name, edition, source, toolfailure) in PACKAGES {
        let source = here.join("packages").join(source);
        let manifest = format!(
            "package = {{ name = {name:?}, edition = {edition:?} }}\n\
             lib = {{ path = {source:?} }}\n\
             [dependencies]\n\
             thiserror = \"2\"\n\
             {toolfailure} = {{ package = \"toolfailure\", path = {root:?} }}\n"
        );
        fs::create_dir_all(at.join(name))?;
        fs::write(at.join(name).join("Cargo.toml"), manifest)?;
    }
    fs::copy(root.join("Cargo.lock"), at.join("Cargo.lock"))?;
    let workspace = at.join("Cargo.toml");
    fs::write(&workspace, "workspace = { members = [\"*\"], resolver = \"3\" }\n")?;
    Ok(workspace)
}
