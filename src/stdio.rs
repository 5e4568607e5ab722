//! The threads that touch stdin, stdout and stderr. They know of lines and of nothing else.
//!
//! Input: a thread reads lines and sends each on. It is a thread because a read from stdin cannot be cancelled; when
//! the process is done it is simply left behind. Lines may end with LF, CR or both. End of input closes the channel,
//! and that is all the ending there is: the session returns, and everything is dropped.
//!
//! Every line is stamped when it arrives, since a player's clock runs from then on.
//!
//! Output: a thread writes lines and flushes whenever it has written all there is. Sending never waits. While the other
//! side does not read, lines pile up; whoever sends is to ask [`Output::has_room`] before doing more that must be
//! answered, and that is what keeps the backlog small. When the other side has gone away, the thread ends, and the next
//! line that is sent finds that out.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crossbeam_channel::{Receiver, Sender};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::{Notify, mpsc};

/// The longest line, in bytes; a longer one makes no sense, and is thrown away.
const MAX_LINE: usize = 4 << 20;

/// The most lines that have been read and not yet handled; the reader waits while there are as many.
const MAX_WAITING: usize = 16;

/// The most bytes that may have been sent and not yet written before there is no room for more.
const MAX_UNREAD: usize = 1 << 20;

/// A line of input and when it came.
#[derive(Clone, Debug)]
pub struct Line {
    /// What it says.
    pub content: Content,
    /// When all of it had been read.
    pub arrived: Instant,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
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
        let mut lines = Lines::new(BufReader::with_capacity(1 << 16, input));
        while let Ok(Some(content)) = lines.next_line() {
            if sender.blocking_send(Line { content, arrived: Instant::now() }).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Lines out of bytes.
struct Lines<R> {
    input: R,
    /// The last line ended with CR: an LF right after it belongs to it.
    after_cr: bool,
}

impl<R: BufRead> Lines<R> {
    fn new(input: R) -> Self {
        Lines { input, after_cr: false }
    }

    /// The next line; none at the end of the input. Blocks.
    fn next_line(&mut self) -> io::Result<Option<Content>> {
        let mut line = Vec::new();
        let mut too_long = false;
        loop {
            let available = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            let Some(&first) = available.first() else {
                return Ok((!line.is_empty()).then(|| finish(line, too_long)));
            };
            if std::mem::take(&mut self.after_cr) && first == b'\n' {
                self.input.consume(1);
                continue;
            }
            let end = available.iter().position(|&byte| byte == b'\n' || byte == b'\r');
            let piece = available.get(..end.unwrap_or(available.len())).unwrap_or_default();
            self.after_cr = available.get(piece.len()) == Some(&b'\r');
            too_long |= line.len() + piece.len() > MAX_LINE;
            if !too_long {
                line.extend_from_slice(piece);
            }
            let used = piece.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                return Ok(Some(finish(line, too_long)));
            }
        }
    }
}

fn finish(line: Vec<u8>, too_long: bool) -> Content {
    match String::from_utf8(line) {
        _ if too_long => Content::TooLong,
        Ok(text) => Content::Text(text),
        Err(_) => Content::NotUtf8,
    }
}

/// Where lines go out. Dropping it waits until those sent have been written, or nobody can read them any more.
#[derive(Debug)]
pub struct Output {
    /// None only while being dropped.
    lines: Option<Sender<String>>,
    backlog: Arc<Backlog>,
    writer: Option<JoinHandle<io::Result<()>>>,
}

/// What has been sent and not yet written.
#[derive(Debug, Default)]
struct Backlog {
    bytes: AtomicUsize,
    /// Told when there is room again, or nobody reads any more.
    room: Notify,
}

/// The other side does not read any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closed;

impl Output {
    /// Starts writing lines. Returns at once.
    pub fn to(output: impl Write + Send + 'static) -> Self {
        let (lines, queue) = crossbeam_channel::unbounded();
        let backlog = Arc::new(Backlog::default());
        let its_backlog = backlog.clone();
        let writer = std::thread::spawn(move || {
            let result = write_lines(&queue, &its_backlog, output);
            // Close the queue before zeroing the count: from here on sending fails.
            drop(queue);
            its_backlog.bytes.store(0, Ordering::Release);
            its_backlog.room.notify_one();
            result
        });
        Output { lines: Some(lines), backlog, writer: Some(writer) }
    }

    /// Sends a line. Returns at once.
    pub fn send(&self, line: String) -> Result<(), Closed> {
        self.backlog.bytes.fetch_add(line.len(), Ordering::AcqRel);
        self.lines.as_ref().and_then(|lines| lines.send(line).ok()).ok_or(Closed)
    }

    /// Whether the other side keeps up with what is sent. Returns at once.
    pub fn has_room(&self) -> bool {
        self.backlog.bytes.load(Ordering::Acquire) < MAX_UNREAD
    }

    /// Waits until there is room, or nobody reads any more.
    pub async fn room(&self) {
        while !self.has_room() {
            self.backlog.room.notified().await;
        }
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
fn write_lines(queue: &Receiver<String>, backlog: &Backlog, mut output: impl Write) -> io::Result<()> {
    let write = |line: String, output: &mut dyn Write| {
        let written = writeln!(output, "{line}");
        let before = backlog.bytes.fetch_sub(line.len(), Ordering::AcqRel);
        if before >= MAX_UNREAD && before - line.len() < MAX_UNREAD {
            backlog.room.notify_one();
        }
        written
    };
    while let Ok(line) = queue.recv() {
        write(line, &mut output)?;
        while let Ok(line) = queue.try_recv() {
            write(line, &mut output)?;
        }
        output.flush()?;
    }
    Ok(())
}

/// Where the log goes: to a thread that writes it, or nowhere if nobody takes it. Nothing waits for a log.
///
/// An empty message is the last.
#[derive(Clone, Debug)]
pub struct Log(Sender<Vec<u8>>);

/// The most messages that have been logged and not yet written; while there are as many, more are lost.
const MAX_LOGGED: usize = 4096;

/// How long the end of the process waits for the rest of the log.
const LAST_OF_LOG: Duration = Duration::from_millis(100);

impl Log {
    /// Starts writing a log. Returns at once; to be told, at the end, to [finish](Finish::finish).
    pub fn to(mut output: impl Write + Send + 'static) -> (Self, Finish) {
        let (messages, queue) = crossbeam_channel::bounded::<Vec<u8>>(MAX_LOGGED);
        let (done, finished) = crossbeam_channel::bounded(0);
        std::thread::spawn(move || {
            let mut messages = queue.iter().take_while(|message| !message.is_empty());
            let _ = messages.try_for_each(|message| output.write_all(&message));
            drop(done);
        });
        (Log(messages.clone()), Finish { messages, finished })
    }
}

impl Write for Log {
    fn write(&mut self, message: &[u8]) -> io::Result<usize> {
        if !message.is_empty() {
            let _ = self.0.try_send(message.to_vec());
        }
        Ok(message.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The end of a log.
#[derive(Debug)]
pub struct Finish {
    messages: Sender<Vec<u8>>,
    /// Closed when the last has been written.
    finished: Receiver<()>,
}

impl Finish {
    /// Waits a moment for what has been logged to be written.
    pub fn finish(self) {
        let _ = self.messages.try_send(Vec::new());
        let _ = self.finished.recv_timeout(LAST_OF_LOG);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Content> {
        let mut lines = Lines::new(BufReader::with_capacity(3, bytes));
        std::iter::from_fn(|| lines.next_line().ok().flatten()).collect()
    }

    #[test]
    fn lines_end_in_every_way() {
        let text = |text: &str| Content::Text(text.into());
        assert_eq!(lines(b"a\nbcdefg\r\n\rlast"), [text("a"), text("bcdefg"), text(""), text("last")]);
        assert_eq!(lines(b"ab\r\ncd\n\n"), [text("ab"), text("cd"), text("")]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn what_is_no_text_is_said_to_be_none() {
        assert_eq!(lines(b"\xff\xfe\nok"), [Content::NotUtf8, Content::Text("ok".into())]);
        let mut long = vec![b'x'; MAX_LINE + 1];
        long.extend(b"\nok");
        assert_eq!(lines(&long), [Content::TooLong, Content::Text("ok".into())]);
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
