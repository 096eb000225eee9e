//! Running the program, and reading its report.

use std::{
    ffi::OsStr,
    io::Write,
    path::PathBuf,
    process::{Command, Output, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use serde_json::Value;

pub(crate) const CHECK: &str = env!("CARGO_BIN_EXE_toolfailure-check");

/// A fixture as cargo built it beside the tests.
pub(crate) fn fixture(name: &str) -> PathBuf {
    let mut path = std::env::current_exe().expect("a test has a path");
    path.pop();
    if path.ends_with("deps") {
        path.pop();
    }
    path.push(format!("examples/check_{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "`cargo build -p toolfailure-check --examples` makes {path:?}");
    path
}

pub(crate) fn check<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Output {
    check_with_stdin(arguments, "")
}

pub(crate) fn check_with_stdin<S: AsRef<OsStr>>(
    arguments: impl IntoIterator<Item = S>,
    stdin: &str,
) -> Output {
    let mut child = Command::new(CHECK)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("piped");
    // It need not read any of it.
    let _ = pipe.write_all(stdin.as_bytes());
    drop(pipe);
    child.wait_with_output().expect("the program ends")
}

pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints UTF-8")
}

/// A report, as `--json` prints it.
pub(crate) struct Report {
    pub(crate) json: Value,
}

impl Report {
    pub(crate) fn of(output: &Output) -> Self {
        let report = Self::read(text(&output.stdout))
            .unwrap_or_else(|error| panic!("{error}: {}", text(&output.stderr)));
        assert_eq!(Some(report.exit_code()), output.status.code().map(i64::from));
        report
    }

    pub(crate) fn read(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text).map(|json| Self { json })
    }

    pub(crate) fn exit_code(&self) -> i64 {
        self.json["exitCode"].as_i64().expect("a number")
    }

    fn rows(&self) -> &[Value] {
        self.json["requirements"].as_array().expect("a list")
    }

    pub(crate) fn row(&self, id: &str) -> &Value {
        self.rows().iter().find(|row| row["id"] == id).unwrap_or_else(|| panic!("{}", self.json))
    }

    pub(crate) fn status(&self, id: &str) -> &str {
        self.row(id)["status"].as_str().expect("a word")
    }

    /// The requirements of this status.
    pub(crate) fn with(&self, status: &str) -> Vec<&str> {
        let rows = self.rows().iter().filter(|row| row["status"] == status);
        rows.map(|row| row["id"].as_str().expect("a word")).collect()
    }

    /// The findings of a requirement: level, subject and message.
    pub(crate) fn findings(&self, id: &str) -> Vec<(&str, &str, &str)> {
        let findings = self.row(id)["findings"].as_array().expect("a list");
        findings
            .iter()
            .map(|it| {
                let part = |name: &str| it[name].as_str().expect("text");
                (part("level"), part("subject"), part("message"))
            })
            .collect()
    }

    pub(crate) fn fact(&self, name: &str) -> &str {
        self.json["facts"][name].as_str().unwrap_or_else(|| panic!("{name}: {}", self.json))
    }
}

/// A file that goes away with this.
pub(crate) struct TempFile(pub(crate) PathBuf);

impl TempFile {
    pub(crate) fn new(content: &str) -> Self {
        static LAST: AtomicU32 = AtomicU32::new(0);
        let nth = LAST.fetch_add(1, Ordering::Relaxed);
        let name = format!("toolfailure-check-{}-{nth}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, content).expect("there is room for a file");
        Self(path)
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
