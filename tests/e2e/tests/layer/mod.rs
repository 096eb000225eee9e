//! What the layer makes of a whole server, in real processes.

mod at_once;
mod event;
mod leave_panics;
mod rows;
mod table;
mod time_limit;
mod unchanged;
