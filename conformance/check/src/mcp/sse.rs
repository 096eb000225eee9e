//! Server-sent events, as far as MCP uses them.

/// Takes bytes as they come, gives events as they are complete.
#[derive(Default)]
pub(super) struct Events {
    rest: Vec<u8>,
    event: Event,
    after_cr: bool,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Event {
    pub(super) data: Vec<u8>,
    pub(super) id: Option<String>,
    /// In milliseconds: how long to wait before asking for the rest of a stream that has ended.
    pub(super) retry: Option<u64>,
}

impl Events {
    pub(super) fn push(&mut self, bytes: &[u8]) -> Vec<Event> {
        let mut events = Vec::new();
        for &byte in bytes {
            // A line ends with CR, LF or both.
            let second_of_crlf = self.after_cr && byte == b'\n';
            self.after_cr = byte == b'\r';
            match byte {
                _ if second_of_crlf => {}
                b'\n' | b'\r' => events.extend(self.line()),
                _ => self.rest.push(byte),
            }
        }
        events
    }

    fn line(&mut self) -> Option<Event> {
        let line = std::mem::take(&mut self.rest);
        if line.is_empty() {
            let mut event = std::mem::take(&mut self.event);
            // Each line of data ends with a line feed, the last one's is not part of it.
            event.data.pop();
            return (event != Event::default()).then_some(event);
        }
        let at = line.iter().position(|&byte| byte == b':').unwrap_or(line.len());
        let value = line.get(at + 1..).unwrap_or_default();
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match &line[..at] {
            b"data" => {
                self.event.data.extend_from_slice(value);
                self.event.data.push(b'\n');
            }
            b"id" => self.event.id = Some(String::from_utf8_lossy(value).into_owned()),
            b"retry" => {
                self.event.retry = std::str::from_utf8(value).ok().and_then(|it| it.parse().ok());
            }
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_out_whole_however_the_bytes_are_split() {
        let stream = b": hello\nid: 0\nretry: 3000\ndata: \n\nevent: message\r\ndata: {\r\n\
            data:1}\r\n\r\nid: 2\rdata: x\r\r";
        let expected = [
            Event { data: b"".to_vec(), id: Some("0".into()), retry: Some(3000) },
            Event { data: b"{\n1}".to_vec(), id: None, retry: None },
            Event { data: b"x".to_vec(), id: Some("2".into()), retry: None },
        ];
        for size in 1..stream.len() {
            let mut events = Events::default();
            let mut seen = Vec::new();
            for part in stream.chunks(size) {
                seen.extend(events.push(part));
            }
            assert_eq!(seen, expected, "{size}");
        }
    }
}
