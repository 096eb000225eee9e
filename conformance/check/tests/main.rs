//! The program as a process, against parties that do all right and parties that do one thing wrong.

mod client;
mod common;
mod help;
mod relay;
mod result;
mod server;
