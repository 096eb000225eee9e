use std::{io, sync::Arc};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

use super::{Toolbox, answer};

/// Serves on stdin and stdout, until stdin ends.
pub(crate) async fn over_stdio(toolbox: Arc<dyn Toolbox>) -> io::Result<()> {
    let mut stdin = BufReader::new(tokio::io::stdin());
    let mut stdout = tokio::io::stdout();
    let mut line = Vec::new();
    while stdin.read_until(b'\n', &mut line).await? > 0 {
        let text = String::from_utf8_lossy(&line);
        if !text.trim().is_empty()
            && let Some(mut answer) = answer(&toolbox, text.trim())
        {
            answer.push('\n');
            stdout.write_all(answer.as_bytes()).await?;
            stdout.flush().await?;
        }
        line.clear();
    }
    Ok(())
}
