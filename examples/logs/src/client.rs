//! The client: one call, as part of a trace.

use std::{env, error::Error, process::Stdio};

use rmcp::{
    ServiceExt,
    model::{CallToolRequestParams, RequestParamsMeta},
    transport::TokioChildProcess,
};
use tokio::{io::AsyncReadExt, process::Command};
use toolfailure::wire;

use crate::{WITHOUT_LOG, server};

/// The trace that the call belongs to, as a host that traces would send it (SEP-414).
const TRACEPARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";

/// What is known when the server has ended.
pub(crate) struct Call {
    /// What the model reads.
    pub(crate) content: String,
    pub(crate) correlation_id: String,
    /// All that the server wrote to stderr.
    pub(crate) log: String,
}

pub(crate) async fn failing_call(without_log: bool) -> Result<Call, Box<dyn Error>> {
    let mut command = Command::new(env::current_exe()?);
    command.arg(server::FLAG).args(without_log.then_some(WITHOUT_LOG));
    let (transport, stderr) = TokioChildProcess::builder(command).stderr(Stdio::piped()).spawn()?;
    let mut stderr = stderr.ok_or("the server's stderr is piped")?;
    // Read on the side, so that a full pipe never holds the server up.
    let log = tokio::spawn(async move {
        let mut log = String::new();
        stderr.read_to_string(&mut log).await.map(|_| log)
    });

    let client = ().serve(transport).await?;
    let mut request = CallToolRequestParams::new(server::TOOL);
    request.set_traceparent(TRACEPARENT);
    let result = client.call_tool(request).await?;
    client.cancel().await?;

    let meta = result.meta.as_ref().and_then(|meta| meta.get(wire::META_KEY));
    let failure: wire::ToolFailure =
        serde_json::from_value(meta.ok_or("the result has no classification")?.clone())?;
    let texts = result.content.iter().filter_map(|block| block.as_text());
    Ok(Call {
        content: texts.map(|block| block.text.as_str()).collect(),
        correlation_id: failure.correlation_id().to_string(),
        log: log.await??,
    })
}
