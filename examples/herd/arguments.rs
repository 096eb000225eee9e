//! The command line.

use std::{path::PathBuf, str::FromStr};

pub(crate) const USAGE: &str = "usage: herd [--clients N] [--seed N] [--svg FILE]";

/// Enough to see anything, and few enough for the memory of any machine.
const CLIENTS: std::ops::RangeInclusive<u32> = 100..=10_000_000;

#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) clients: u32,
    pub(crate) seed: u64,
    pub(crate) svg: PathBuf,
}

impl Arguments {
    pub(crate) fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut parsed = Self { clients: 100_000, seed: 1, svg: "target/herd.svg".into() };
        while let Some(name) = arguments.next() {
            if !["--clients", "--seed", "--svg"].contains(&name.as_str()) {
                return Err(format!("unknown argument {name}"));
            }
            let value = arguments.next().ok_or_else(|| format!("{name} takes a value"))?;
            match name.as_str() {
                "--clients" => parsed.clients = number(&name, &value)?,
                "--seed" => parsed.seed = number(&name, &value)?,
                _ if value.is_empty() => return Err(format!("{name} takes the name of a file")),
                _ => parsed.svg = value.into(),
            }
        }
        if !CLIENTS.contains(&parsed.clients) {
            let (least, most) = CLIENTS.into_inner();
            return Err(format!("--clients takes a number from {least} to {most}"));
        }
        Ok(parsed)
    }
}

fn number<T: FromStr>(name: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{name} takes a whole number, not {value}"))
}
