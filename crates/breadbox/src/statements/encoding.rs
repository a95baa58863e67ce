use std::borrow::Cow;

use super::error::Refusal;
use super::options::Encoding;

/// Bytes looked at to tell UTF-16 without byte order mark.
const PATTERN_LENGTH: usize = 1024;

/// Decodes the file, without its byte order mark. UTF-8 is borrowed, the rest is copied once.
pub(super) fn decode(bytes: &[u8], wanted: Option<Encoding>) -> Result<(Cow<'_, str>, Encoding), Refusal> {
    if is_container(bytes) {
        return Err(Refusal::NotText);
    }
    let encoding = wanted.unwrap_or_else(|| recognise(bytes));
    let text = match encoding {
        Encoding::Utf8 => {
            str::from_utf8(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)).ok().map(Cow::Borrowed)
        }
        Encoding::Utf16Le => convert(bytes, encoding_rs::UTF_16LE),
        Encoding::Utf16Be => convert(bytes, encoding_rs::UTF_16BE),
        Encoding::Windows1252 => convert(bytes, encoding_rs::WINDOWS_1252),
    };
    match text {
        Some(text) if !text.chars().any(is_binary) => Ok((text, encoding)),
        _ => Err(Refusal::NotText),
    }
}

/// None when the bytes are malformed in that encoding.
fn convert(bytes: &[u8], encoding: &'static encoding_rs::Encoding) -> Option<Cow<'static, str>> {
    let mut decoder = encoding.new_decoder_with_bom_removal();
    let mut text = vec![0; decoder.max_utf8_buffer_length_without_replacement(bytes.len())?];
    let (result, _, written) = decoder.decode_to_utf8_without_replacement(bytes, &mut text, true);
    if result != encoding_rs::DecoderResult::InputEmpty {
        return None;
    }
    text.truncate(written);
    text.shrink_to_fit();
    String::from_utf8(text).ok().map(Cow::Owned)
}

fn recognise(bytes: &[u8]) -> Encoding {
    match bytes {
        [0xFF, 0xFE, ..] => return Encoding::Utf16Le,
        [0xFE, 0xFF, ..] => return Encoding::Utf16Be,
        _ => {}
    }
    let (pairs, _) = bytes.get(..PATTERN_LENGTH.min(bytes.len())).unwrap_or_default().as_chunks::<2>();
    let zero_first = pairs.iter().filter(|[first, second]| *first == 0 && *second != 0).count();
    let zero_last = pairs.iter().filter(|[first, second]| *first != 0 && *second == 0).count();
    // Dates, amounts and delimiters are ASCII in every language, so most pairs have exactly one zero.
    if zero_last * 2 > pairs.len() {
        Encoding::Utf16Le
    } else if zero_first * 2 > pairs.len() {
        Encoding::Utf16Be
    } else if str::from_utf8(bytes).is_ok() {
        Encoding::Utf8
    } else {
        Encoding::Windows1252
    }
}

/// Spreadsheets (which are ZIP archives or OLE files) and PDF are the usual wrong files.
fn is_container(bytes: &[u8]) -> bool {
    [&b"PK\x03\x04"[..], b"%PDF-", b"\xD0\xCF\x11\xE0", b"\x1F\x8B"]
        .iter()
        .any(|magic| bytes.starts_with(magic))
}

/// Control characters that no text export has. 0x1A is the end mark of old DOS programs.
fn is_binary(char: char) -> bool {
    matches!(char, '\0'..='\x08' | '\x0E'..='\x19' | '\x1B'..='\x1F')
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Datum;Betrag\n01.02.2024;1,00 €\n";

    fn utf16(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(order).collect()
    }

    fn assert_read(bytes: &[u8], encoding: Encoding) {
        let (text, found) = decode(bytes, None).unwrap();
        assert_eq!((&*text, found), (TEXT, encoding));
        assert_eq!(decode(bytes, Some(encoding)).unwrap().0, TEXT);
    }

    #[test]
    fn utf_8_is_read_with_and_without_mark_and_without_a_copy() {
        assert_read(TEXT.as_bytes(), Encoding::Utf8);
        assert_read(format!("\u{FEFF}{TEXT}").as_bytes(), Encoding::Utf8);
        assert!(matches!(decode(TEXT.as_bytes(), None), Ok((Cow::Borrowed(_), _))));
    }

    #[test]
    fn utf_16_is_read_in_both_byte_orders_with_and_without_mark() {
        let marked = format!("\u{FEFF}{TEXT}");
        assert_read(&utf16(&marked, u16::to_le_bytes), Encoding::Utf16Le);
        assert_read(&utf16(&marked, u16::to_be_bytes), Encoding::Utf16Be);
        assert_read(&utf16(TEXT, u16::to_le_bytes), Encoding::Utf16Le);
        assert_read(&utf16(TEXT, u16::to_be_bytes), Encoding::Utf16Be);
    }

    #[test]
    fn what_is_not_utf_8_is_windows_1252() {
        assert_read(&[&TEXT.as_bytes()[..TEXT.len() - 4], b"\x80\n"].concat(), Encoding::Windows1252);
        assert_eq!(decode(b"Verg\xFCtung", None).unwrap().0, "Vergütung");
    }

    #[test]
    fn binary_files_are_refused() {
        let files: [&[u8]; 5] =
            [b"PK\x03\x04rest", b"%PDF-1.7\n", b"a,b\n1,\0\n", b"\x89PNG\r\n\x1A\n\0\0", b"\xFF\xFE\x41"];
        for bytes in files {
            assert!(matches!(decode(bytes, None), Err(Refusal::NotText)), "{bytes:?}");
        }
    }

    #[test]
    fn a_wrong_encoding_is_refused_where_the_bytes_show_it() {
        assert!(matches!(decode(b"Verg\xFCtung", Some(Encoding::Utf8)), Err(Refusal::NotText)));
    }
}
