//! The two threads that touch stdin and stdout. They know of lines and of nothing else.
//!
//! Input: a thread reads lines and sends each on. It is a thread because a read from stdin cannot be cancelled; when
//! the process is done it is simply left behind. Lines may end with LF, CR or both. End of input closes the channel,
//! and that is all the ending there is: the session returns, and everything is dropped.
//!
//! Output: a thread writes lines and flushes whenever it has written all there is. While the other side does not read,
//! lines wait, up to a limit; when it has gone away, the thread ends, and the next line that is sent finds that out.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crossbeam_channel::{Receiver, Sender};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::thread::JoinHandle;
use tokio::sync::mpsc;

/// No line that makes sense is longer; what comes after is thrown away.
const MAX_LINE: usize = 4 << 20;

/// Lines that have been read and not yet handled; the reader waits while there are as many.
const MAX_WAITING: usize = 256;

/// Lines that have been sent and not yet written; the sender waits while there are as many.
const MAX_UNREAD: usize = 4096;

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// As it was written, without its end.
    Text(String),
    /// Something that is not UTF-8.
    NotUtf8,
    /// More than 4 MB.
    TooLong,
}

/// Starts reading lines. Returns at once; the channel closes at the end of the input.
pub fn read_lines(input: impl Read + Send + 'static) -> mpsc::Receiver<Line> {
    let (sender, receiver) = mpsc::channel(MAX_WAITING);
    std::thread::spawn(move || {
        let mut input = BufReader::with_capacity(1 << 16, input);
        while let Ok(Some(line)) = next_line(&mut input) {
            if sender.blocking_send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// The next line; none at the end of the input. Blocks.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut too_long = false;
    loop {
        let available = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if available.is_empty() {
            return Ok((!line.is_empty()).then(|| finish(line, too_long)));
        }
        let end = available.iter().position(|&byte| byte == b'\n' || byte == b'\r');
        let piece = available.get(..end.unwrap_or(available.len())).unwrap_or_default();
        too_long |= line.len() + piece.len() > MAX_LINE;
        if !too_long {
            line.extend_from_slice(piece);
        }
        let used = piece.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(finish(line, too_long)));
        }
    }
}

fn finish(line: Vec<u8>, too_long: bool) -> Line {
    match String::from_utf8(line) {
        _ if too_long => Line::TooLong,
        Ok(text) => Line::Text(text),
        Err(_) => Line::NotUtf8,
    }
}

/// Where lines go out. Dropping it waits until those sent have been written, or nobody can read them any more.
#[derive(Debug)]
pub struct Output {
    /// None only while being dropped.
    lines: Option<Sender<String>>,
    writer: Option<JoinHandle<io::Result<()>>>,
}

/// The other side does not read any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closed;

impl Output {
    /// Starts writing lines. Returns at once.
    pub fn to(output: impl Write + Send + 'static) -> Self {
        let (lines, queue) = crossbeam_channel::bounded(MAX_UNREAD);
        let writer = std::thread::spawn(move || write_lines(&queue, output));
        Output { lines: Some(lines), writer: Some(writer) }
    }

    /// Sends a line. Returns at once, unless thousands are waiting to be read.
    pub fn send(&self, line: String) -> Result<(), Closed> {
        self.lines.as_ref().and_then(|lines| lines.send(line).ok()).ok_or(Closed)
    }
}

impl Output {
    /// Waits until all lines have been written, and tells whether they were. Blocks.
    pub fn finish(mut self) -> io::Result<()> {
        self.close()
    }

    fn close(&mut self) -> io::Result<()> {
        self.lines = None;
        let Some(writer) = self.writer.take() else { return Ok(()) };
        writer.join().unwrap_or_else(|_| Err(io::Error::other("the writing thread has failed")))
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        let _ = self.close();
    }
}

/// Writes lines until no more can come, or nobody takes them. Blocks.
fn write_lines(queue: &Receiver<String>, mut output: impl Write) -> io::Result<()> {
    while let Ok(line) = queue.recv() {
        writeln!(output, "{line}")?;
        while let Ok(line) = queue.try_recv() {
            writeln!(output, "{line}")?;
        }
        output.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Line> {
        let mut input = BufReader::with_capacity(3, bytes);
        std::iter::from_fn(|| next_line(&mut input).ok().flatten()).collect()
    }

    #[test]
    fn lines_end_in_every_way() {
        let text = |text: &str| Line::Text(text.into());
        assert_eq!(lines(b"a\nbcdefg\r\n\rlast"), [text("a"), text("bcdefg"), text(""), text(""), text("last")]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn what_is_no_text_is_said_to_be_none() {
        assert_eq!(lines(b"\xff\xfe\nok"), [Line::NotUtf8, Line::Text("ok".into())]);
        let mut long = vec![b'x'; MAX_LINE + 1];
        long.extend(b"\nok");
        assert_eq!(lines(&long), [Line::TooLong, Line::Text("ok".into())]);
    }

    #[test]
    fn everything_sent_is_written_before_the_end() {
        let (reader, writer) = io::pipe().unwrap_or_else(|error| unreachable!("{error}"));
        let output = Output::to(writer);
        for number in 0..1000 {
            assert_eq!(output.send(number.to_string()), Ok(()));
        }
        let reading = std::thread::spawn(move || BufReader::new(reader).lines().count());
        drop(output);
        assert_eq!(reading.join().ok(), Some(1000));
    }
}
