//! One server in three states: as it is, with the layer round it, and with a few tools changed.
//!
//! It is a library, so that the example and the tests look at the same three servers.

mod backend;
pub mod before;
pub mod derived;
pub mod one_line;
pub mod table;
pub mod view;
