//! All correlation ids that were seen.

use crate::{
    report::{Level, Report},
    requirement::Requirement::S3,
};

#[derive(Default)]
pub(super) struct Ids(Vec<(String, String)>);

impl Ids {
    /// Takes an id of a failed call. One that was there before finds two failures, and so none.
    pub(super) fn add(&mut self, report: &mut Report, tool: &str, id: &str) {
        if let Some((first, _)) = self.0.iter().find(|(_, it)| it == id) {
            let message = format!("the same correlationId as an earlier failure ({first})");
            report.find(S3, Level::Fail, tool, message, Some(id));
        } else {
            self.0.push((tool.into(), id.into()));
        }
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(tool, id)| (tool.as_str(), id.as_str()))
    }
}
