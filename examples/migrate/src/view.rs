//! What a client sees of a server's failures.

use std::{collections::BTreeMap, error::Error};

use rmcp::{
    ServerHandler, ServiceExt,
    model::{CallToolRequestParams, CallToolResult},
    service::ServiceError,
};
use toolfailure::wire::{self, ToolFailure};

/// How a failed call looks to a client.
#[derive(Clone, Debug)]
pub enum View {
    /// A JSON-RPC error, by its code: most hosts do not show it to the model.
    ProtocolError(i32),
    /// `isError`, and some text.
    Text(String),
    /// `isError`, the text, and why.
    Classified(ToolFailure, String),
}

/// Calls every tool of a server, each once, in process.
pub async fn of<H: ServerHandler>(server: H) -> Result<BTreeMap<String, View>, Box<dyn Error>> {
    let (here, there) = tokio::io::duplex(1 << 16);
    let serving = tokio::spawn(async move {
        server.serve(there).await?.waiting().await.map_err(Box::<dyn Error + Send + Sync>::from)
    });
    let client = ().serve(here).await?;
    let mut views = BTreeMap::new();
    for tool in client.list_all_tools().await? {
        let called = client.call_tool(CallToolRequestParams::new(tool.name.clone())).await;
        views.insert(tool.name.into_owned(), view(called)?);
    }
    client.cancel().await?;
    serving.await?.map_err(|error| error.to_string())?;
    Ok(views)
}

fn view(called: Result<CallToolResult, ServiceError>) -> Result<View, Box<dyn Error>> {
    let result = match called {
        Ok(result) if result.is_error == Some(true) => result,
        Ok(result) => return Err(format!("this did not fail: {result:?}").into()),
        Err(ServiceError::McpError(error)) => return Ok(View::ProtocolError(error.code.0)),
        Err(error) => return Err(error.into()),
    };
    let texts = result.content.iter().filter_map(|block| block.as_text());
    let text = texts.map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n\n");
    Ok(match result.meta.as_ref().and_then(|meta| meta.get(wire::META_KEY)) {
        Some(failure) => View::Classified(serde_json::from_value(failure.clone())?, text),
        None => View::Text(text),
    })
}
