//! Just enough of HTTP/1.1 (RFC 9112, sections 6 and 7.1) to see where an answer ends and whether it is right.

/// Whether a whole answer has come; its status and its body then.
pub(super) fn complete(bytes: &[u8]) -> Option<(u16, &[u8])> {
    let head_end = find(bytes, b"\r\n\r\n")? + 4;
    let (head, body) = bytes.split_at_checked(head_end)?;
    let status = std::str::from_utf8(head.get(9..12)?).ok()?.parse().ok()?;
    match length(head) {
        Some(length) => Some((status, body.get(..length)?)),
        None => body.ends_with(b"0\r\n\r\n").then_some((status, body)),
    }
}

/// The body's length; `None` when it comes in chunks.
fn length(head: &[u8]) -> Option<usize> {
    let name = b"content-length:";
    let line = head
        .split(|byte| *byte == b'\n')
        .find(|line| line.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)))?;
    std::str::from_utf8(line.get(name.len()..)?).ok()?.trim().parse().ok()
}

/// Where a piece stands in a text.
pub(super) fn find(text: &[u8], piece: &[u8]) -> Option<usize> {
    text.windows(piece.len()).position(|window| window == piece)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_ends_where_its_length_or_its_last_chunk_says() {
        assert_eq!(
            complete(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"),
            Some((200, b"{}".as_slice()))
        );
        assert_eq!(complete(b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n{}"), None);
        assert_eq!(complete(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n"), None);
        assert_eq!(
            complete(b"HTTP/1.1 404 Not\r\nx: y\r\n\r\n2\r\n{}\r\n0\r\n\r\n").map(|(status, _)| status),
            Some(404)
        );
        assert_eq!(complete(b"HTTP/1.1 200 OK\r\n"), None);
    }
}
