//! How long a crate with one error enum takes to build, with this derive and with others.
//!
//! ```text
//! cargo bench --bench expansion
//! ```
//!
//! For enums of 1, 100 and 1,000 variants, crates are written below the target folder: with
//! `Display` and `Error` by hand, with thiserror instead, by hand and with `ToolFailure`, and with
//! thiserror and miette's `Diagnostic`. Each is built without incremental compilation, several
//! times and in turn with the others, after its dependencies are. What is shown is the median of
//! the processor time that cargo and the compiler took (where the system does not tell, of the time
//! that went by), and its ratio to thiserror's.

use std::{
    error::Error,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

const SIZES: [usize; 3] = [1, 100, 1000];
const ROUNDS: usize = 5;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    ByHand,
    Thiserror,
    ToolFailure,
    Miette,
}

impl Kind {
    const ALL: [Self; 4] = [Self::ByHand, Self::Thiserror, Self::ToolFailure, Self::Miette];

    fn name(self) -> &'static str {
        match self {
            Self::ByHand => "by-hand",
            Self::Thiserror => "thiserror",
            Self::ToolFailure => "toolfailure",
            Self::Miette => "miette",
        }
    }

    fn derives(self) -> &'static str {
        match self {
            Self::ByHand => "Debug",
            Self::Thiserror => "Debug, thiserror::Error",
            Self::ToolFailure => "Debug, toolfailure::ToolFailure",
            Self::Miette => "Debug, thiserror::Error, miette::Diagnostic",
        }
    }

    fn uses_thiserror(self) -> bool {
        matches!(self, Self::Thiserror | Self::Miette)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo test --benches` only wants to know whether this starts.
    if std::env::args().any(|argument| argument == "--test") {
        return Ok(());
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let work = target_folder()?.join("expansion-bench");
    write_workspace(&work, root)?;
    println!("{:>8}  {:>12}  {:>8}  {:>12}", "variants", "derive", "seconds", "to thiserror");
    for size in SIZES {
        let mut taken = Kind::ALL.map(|_| Vec::new());
        // The first round builds the dependencies and does not count.
        for round in 0..=ROUNDS {
            for (kind, taken) in Kind::ALL.into_iter().zip(&mut taken) {
                let seconds = build(&work, &package(kind, size), round)?;
                taken.extend((round > 0).then_some(seconds));
            }
        }
        let medians = taken.map(|mut taken| {
            taken.sort_by(f64::total_cmp);
            taken[ROUNDS / 2]
        });
        let [_, thiserror, ..] = medians;
        for (kind, median) in Kind::ALL.into_iter().zip(medians) {
            let ratio = median / thiserror;
            println!("{size:>8}  {:>12}  {median:>8.2}  {ratio:>12.2}", kind.name());
        }
    }
    Ok(())
}

fn target_folder() -> io::Result<PathBuf> {
    let mut path = std::env::current_exe()?;
    while path.file_name().is_some_and(|name| name != "release" && name != "debug") {
        path.pop();
    }
    path.pop();
    Ok(path)
}

fn package(kind: Kind, size: usize) -> String {
    format!("{}-{size}", kind.name())
}

fn write_workspace(work: &Path, root: &Path) -> io::Result<()> {
    fs::create_dir_all(work)?;
    fs::write(work.join("Cargo.toml"), "[workspace]\nmembers = [\"*-*\"]\nresolver = \"3\"\n")?;
    for size in SIZES {
        for kind in Kind::ALL {
            let package = package(kind, size);
            let folder = work.join(&package).join("src");
            fs::create_dir_all(&folder)?;
            fs::write(folder.join("lib.rs"), source(kind, size))?;
            let dependency = match kind {
                Kind::ByHand => String::new(),
                Kind::Thiserror => "thiserror = \"2\"".into(),
                Kind::ToolFailure => {
                    format!("toolfailure = {{ path = {root:?}, default-features = false }}")
                }
                Kind::Miette => "thiserror = \"2\"\nmiette = \"7\"".into(),
            };
            fs::write(
                work.join(&package).join("Cargo.toml"),
                format!(
                    "[package]\nname = \"{package}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
                     [dependencies]\n{dependency}\n"
                ),
            )?;
        }
    }
    Ok(())
}

/// The same enum for each kind: every variant with a field in its message.
fn source(kind: Kind, size: usize) -> String {
    let mut source = format!("#[derive({})]\npub enum E {{\n", kind.derives());
    let mut arms = String::new();
    for i in 0..size {
        let message = format!("event {i} of {{name}} failed");
        if kind.uses_thiserror() {
            let _ = writeln!(source, "    #[error(\"{message}\")]");
        } else {
            let _ =
                writeln!(arms, "            Self::V{i} {{ name }} => write!(f, \"{message}\"),");
        }
        if kind == Kind::ToolFailure {
            let _ = writeln!(
                source,
                "    #[tool_failure(class = \"capability\", code = \"acme.v{i}\", \
                 guidance = \"Look for {{name}} first.\")]"
            );
        }
        if kind == Kind::Miette {
            let _ = writeln!(
                source,
                "    #[diagnostic(code(acme::v{i}), help(\"Look for {{name}} first.\"))]"
            );
        }
        let _ = writeln!(source, "    V{i} {{ name: String }},");
    }
    source.push_str("}\n");
    if !kind.uses_thiserror() {
        let _ = write!(
            source,
            "impl std::fmt::Display for E {{\n    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> \
             std::fmt::Result {{\n        match self {{\n{arms}        }}\n    }}\n}}\n\
             impl std::error::Error for E {{}}\n"
        );
    }
    source
}

/// Builds a package as if its source had changed; gives the seconds that it took.
fn build(work: &Path, package: &str, round: usize) -> Result<f64, Box<dyn Error>> {
    let source = work.join(package).join("src/lib.rs");
    let text = fs::read_to_string(&source)?;
    fs::write(&source, format!("{text}// {round}\n"))?;
    let (start, before) = (Instant::now(), processor_seconds_of_children());
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--package", package])
        .current_dir(work)
        .env("CARGO_TARGET_DIR", work.join("target"))
        .env("CARGO_INCREMENTAL", "0")
        .status()?;
    let elapsed = start.elapsed().as_secs_f64();
    if !built.success() {
        return Err(format!("{package} does not build").into());
    }
    Ok(before
        .zip(processor_seconds_of_children())
        .map_or(elapsed, |(before, after)| after - before))
}

/// User and system time of all children so far, as Linux tells it: the 16th and 17th field, of
/// which those before the name's closing bracket are two, in ticks of 10 ms.
fn processor_seconds_of_children() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut fields = after_name.split_whitespace().skip(13);
    let (user, system) = (fields.next()?.parse::<f64>(), fields.next()?.parse::<f64>());
    Some((user.ok()? + system.ok()?) / 100.0)
}
