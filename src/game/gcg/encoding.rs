//! From bytes to text.
//!
//! By the standard a file is ISO-8859-1 unless its first line says otherwise. In the wild it is mostly UTF-8 without
//! saying so; and text with letters beyond ASCII that is valid UTF-8 is hardly ever anything else.
//!
//! The standard library reads both. `encoding_rs` would not do: it takes ISO-8859-1 for windows-1252, as the web does.

use super::{Fault, GcgError, Problem, Warning, line};

/// The name of the pragma that says how the file is encoded.
pub(super) const PRAGMA: &str = "character-encoding";

/// The bytes as text, and a warning if they are not what they claim to be.
pub(super) fn decode(bytes: &[u8]) -> Result<(String, Option<Warning>), GcgError> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(GcgError { line: 1, fault: Fault::Encoding("UTF-16".into()) });
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let utf8 = std::str::from_utf8(bytes);
    let latin1: String = bytes.iter().copied().map(char::from).collect();
    // Whatever the encoding, the line that names it reads the same in ISO-8859-1.
    let Some((line, name)) = declaration(&latin1) else { return Ok((utf8.map_or(latin1, str::to_owned), None)) };
    match (Encoding::named(&name), utf8) {
        (Some(Encoding::Utf8), Ok(text)) => Ok((text.to_owned(), None)),
        (Some(Encoding::Utf8), Err(error)) => {
            let valid: String = latin1.chars().take(error.valid_up_to()).collect();
            let line = line::split(&valid).count();
            Ok((latin1, Some(Warning { line, problem: Problem::NotUtf8 })))
        }
        (Some(Encoding::Latin1), _) => Ok((latin1, None)),
        (None, _) if bytes.is_ascii() => Ok((latin1, None)),
        (None, _) => Err(GcgError { line, fault: Fault::Encoding(name) }),
    }
}

/// The line that names the encoding, and what it says.
fn declaration(text: &str) -> Option<(usize, String)> {
    line::split(text).enumerate().find_map(|(at, line)| {
        let (name, value) = line::pragma(line)?;
        name.eq_ignore_ascii_case(PRAGMA).then(|| (at + 1, value.to_owned()))
    })
}

enum Encoding {
    Utf8,
    Latin1,
}

impl Encoding {
    fn named(name: &str) -> Option<Self> {
        let plain: String = name.to_ascii_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
        match plain.as_str() {
            "utf8" => Some(Encoding::Utf8),
            "iso88591" | "latin1" | "ascii" | "usascii" => Some(Encoding::Latin1),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> String {
        let (text, warning) = decode(bytes).unwrap();
        assert_eq!(warning.map(|warning| warning.to_string()), None);
        text
    }

    #[test]
    fn either_encoding_declared_or_not() {
        assert_eq!(decoded("#title é".as_bytes()), "#title é");
        assert_eq!(decoded("\u{feff}#title é".as_bytes()), "#title é");
        assert_eq!(decoded(b"#title \xe9"), "#title é");
        assert_eq!(
            decoded("\n#Character-Encoding utf8 \r\n#title é".as_bytes()),
            "\n#Character-Encoding utf8 \r\n#title é"
        );
        assert!(decoded(b"#character-encoding ISO-8859-1\n#title \xe9").ends_with('é'));
        assert!(decoded("#character-encoding ISO-8859-1\n#title é".as_bytes()).ends_with("Ã©"));
        assert!(decoded(b"#character-encoding KOI8-R\n#title e").ends_with('e'));
    }

    #[test]
    fn what_is_not_what_it_claims_to_be() {
        let (text, warning) = decode(b"#character-encoding UTF-8\r\n#id x\r#title \xe9\n").unwrap();
        assert!(text.ends_with("é\n"));
        assert_eq!(warning.unwrap().to_string(), "line 3: this is not UTF-8; the file is read as ISO-8859-1");
        let error = decode(b"\n#character-encoding ISO8859-6\n#title \xe9").unwrap_err();
        assert_eq!(error.to_string(), "line 2: the encoding \"ISO8859-6\" is not supported; UTF-8 and ISO-8859-1 are");
        let error = decode(b"\xff\xfe#\0").unwrap_err();
        assert_eq!(error.to_string(), "line 1: the encoding \"UTF-16\" is not supported; UTF-8 and ISO-8859-1 are");
    }
}
