//! An engine's process: lines to it, lines from it, each with a time limit, and a record of them all.
//!
//! A thread reads what the engine writes and stamps each line when it comes, so that an engine is not charged for what
//! the referee does meanwhile. Nothing an engine does can make the referee wait for ever or grow without bound: it may
//! end, say nothing, say too much, or say what is no text, and each of these is a [`Fault`].

use super::entrant::Entrant;
use super::fault::{Fault, FaultKind};
use super::transcript::Transcript;
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};
use tasseo::protocol::{Dialect, Reply};

/// No line that makes sense is longer.
const MAX_LINE: u64 = 4 << 20;
/// The most lines that wait to be looked at; an engine that writes more waits.
const MAX_WAITING: usize = 1000;
/// The most bytes that are kept of what an engine says on stderr: the last ones.
const MAX_STDERR: usize = 64 << 10;
/// How long a process may take to end when it is told to, or has closed its output.
const GRACE: Duration = Duration::from_secs(1);

/// A line that an engine said, and when.
#[derive(Clone, Debug)]
pub struct Heard {
    /// Without its end.
    pub line: String,
    /// When all of it had been read.
    pub at: Instant,
}

impl Heard {
    /// What it means; nothing if it is no reply.
    pub fn reply(&self) -> Option<Reply> {
        self.line.trim().parse().ok()
    }
}

/// A line, or what was said instead of one.
type HeardOrNoise = Result<Heard, String>;

/// A running engine. It ends when dropped.
#[derive(Debug)]
pub struct Engine {
    process: Child,
    /// None once it has been closed.
    stdin: Option<ChildStdin>,
    /// What it says, in lines that came together.
    lines: Receiver<Vec<HeardOrNoise>>,
    /// Those that have been received and not yet looked at.
    pending: VecDeque<HeardOrNoise>,
    /// The end of what it says on stderr.
    stderr_tail: Arc<Mutex<Vec<u8>>>,
    /// Closed when it can say no more there.
    stderr_closed: Receiver<()>,
    transcript: Transcript,
    dialect: Dialect,
    /// What it calls itself, if it has said so.
    id: Option<String>,
    /// The options that it has.
    options: Vec<String>,
}

impl Engine {
    /// Starts the process and nothing more. Returns at once.
    pub fn launch(entrant: &Entrant) -> Result<Self, Fault> {
        let mut command = Command::new(entrant.program());
        command.args(&entrant.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // An interrupt from the keyboard is for the referee alone: it would look like a crash.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn().map_err(|error| crash(format!("could not be started: {error}")))?;
        let (stdin, stdout, stderr) = (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let stderr_tail = Arc::new(Mutex::new(Vec::new()));
        let (sender, lines) = mpsc::sync_channel(MAX_WAITING);
        let (open, stderr_closed) = mpsc::sync_channel(0);
        if let (Some(stdout), Some(stderr)) = (stdout, stderr) {
            let tail = stderr_tail.clone();
            std::thread::spawn(move || read_lines(stdout, &sender));
            std::thread::spawn(move || {
                let _open: SyncSender<()> = open;
                keep_tail(stderr, &tail);
            });
        }
        let transcript = Transcript::new();
        let (dialect, id, options) = (entrant.dialect, None, Vec::new());
        Ok(Engine {
            process,
            stdin,
            lines,
            pending: VecDeque::new(),
            stderr_tail,
            stderr_closed,
            transcript,
            dialect,
            id,
            options,
        })
    }

    /// Starts an engine and gets it ready: greets it, sets options (those of `common` that it has, and all of its own)
    /// and waits until it is ready. Blocks, but not longer than `patience`.
    pub fn start(entrant: &Entrant, common: &[(String, String)], patience: Duration) -> Result<Self, Fault> {
        let mut engine = Self::launch(entrant)?;
        let until = Instant::now() + patience;
        engine.greet(until)?;
        let own = entrant.options.iter().cloned();
        let common =
            common.iter().filter(|(name, _)| entrant.option(name).is_none() && engine.has_option(name)).cloned();
        let options: Vec<(String, String)> = common.chain(own).collect();
        for (name, value) in options {
            engine.send(&format!("setoption name {name} value {value}"))?;
        }
        engine.wait_ready(until)?;
        Ok(engine)
    }

    /// Says hello, and takes note of what the engine is and has.
    pub fn greet(&mut self, until: Instant) -> Result<(), Fault> {
        let done = Reply::Ok(self.dialect);
        self.send(self.dialect.name())?;
        loop {
            match self.next_line(until, &done.to_string())?.reply() {
                Some(reply) if reply == done => return Ok(()),
                Some(Reply::IdName(name)) => self.id = Some(name.trim().into()),
                Some(Reply::Option(option)) => {
                    let name = option.trim().strip_prefix("name ").and_then(|rest| rest.split(" type ").next());
                    self.options.extend(name.map(|name| name.trim().to_owned()));
                }
                _ => {}
            }
        }
    }

    /// Tells it that another game begins, and waits until it is ready for it.
    pub fn new_game(&mut self, patience: Duration) -> Result<(), Fault> {
        self.transcript.new_game();
        self.send(&format!("{}newgame", self.dialect.name()))?;
        self.wait_ready(Instant::now() + patience)
    }

    /// Waits for `readyok`; an error that is told before it is a fault.
    fn wait_ready(&mut self, until: Instant) -> Result<(), Fault> {
        self.send("isready")?;
        let mut refused = None;
        loop {
            let reply = self.next_line(until, "readyok")?.reply();
            if reply == Some(Reply::ReadyOk) {
                return refused.map_or(Ok(()), |text: String| Err(Fault::new(FaultKind::BadOutput, text)));
            }
            refused = refused.or_else(|| error_of(reply.as_ref()?));
        }
    }

    /// What it calls itself, if it has said so.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Whether it has an option of this name, in any case.
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.eq_ignore_ascii_case(name))
    }

    /// Sends lines, all at once; gives when they were sent.
    pub fn send(&mut self, lines: &str) -> Result<Instant, Fault> {
        lines.lines().for_each(|line| self.transcript.sent(line));
        let now = Instant::now();
        let sent = self.send_bytes(format!("{lines}\n").as_bytes());
        sent.map(|()| now).map_err(|_| self.ended())
    }

    /// Sends lines that ask for a move. What was said before is no answer to it, and must not be taken for one.
    pub fn ask(&mut self, lines: &str) -> Result<Instant, Fault> {
        // No more than can have been waiting: whoever talks without end is not listened to without end.
        self.pending.extend(self.lines.try_iter().take(MAX_WAITING).flatten());
        for heard in self.pending.drain(..) {
            let heard = heard.map_err(|text| Fault::new(FaultKind::BadOutput, text))?;
            self.transcript.heard(&heard.line, heard.at);
            if let Some(Reply::BestMove(_)) = heard.reply() {
                return Err(Fault::new(FaultKind::BadOutput, format!("{}, without being asked", heard.line)));
            }
        }
        self.send(lines)
    }

    /// Sends bytes that are more than a process must take at once; a fault if it does not take them by then. Blocks.
    pub fn send_many(&mut self, bytes: Vec<u8>, until: Instant) -> Result<(), Fault> {
        let Some(mut stdin) = self.stdin.take() else { return Err(self.ended()) };
        let (sender, written) = mpsc::sync_channel(1);
        std::thread::spawn(move || {
            let all = stdin.write_all(&bytes);
            let _ = sender.send(all.map(|()| stdin));
        });
        match written.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(Ok(stdin)) => self.stdin = Some(stdin),
            Ok(Err(_)) => return Err(self.ended()),
            Err(_) => return Err(Fault::new(FaultKind::NoAnswer, "does not read what it is sent")),
        }
        Ok(())
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        self.stdin.as_mut().ok_or_else(closed)?.write_all(bytes)
    }

    /// The next line that it says. Blocks until then; `wanted` is what to say it was asked for.
    pub fn next_line(&mut self, until: Instant, wanted: &str) -> Result<Heard, Fault> {
        match self.next_heard(until) {
            Ok(Ok(heard)) => {
                self.transcript.heard(&heard.line, heard.at);
                // Whoever talks without end does not answer either.
                let answers = heard.at <= until || heard.line.trim_start().starts_with(wanted);
                if answers { Ok(heard) } else { Err(no_answer(wanted)) }
            }
            Ok(Err(text)) => Err(Fault::new(FaultKind::BadOutput, text)),
            Err(RecvTimeoutError::Timeout) => Err(no_answer(wanted)),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    fn next_heard(&mut self, until: Instant) -> Result<HeardOrNoise, RecvTimeoutError> {
        loop {
            if let Some(heard) = self.pending.pop_front() {
                return Ok(heard);
            }
            self.pending.extend(self.lines.recv_timeout(until.saturating_duration_since(Instant::now()))?);
        }
    }

    /// Closes its input, which is to end it.
    pub fn close(&mut self) {
        self.stdin = None;
    }

    /// How it ended, if it does so by then. Blocks.
    pub fn wait_end(&mut self, until: Instant) -> Option<ExitStatus> {
        loop {
            match self.process.try_wait() {
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(2)),
                status => return status.ok().flatten(),
            }
        }
    }

    /// The fault of having ended.
    fn ended(&mut self) -> Fault {
        let status = self.wait_end(Instant::now() + GRACE);
        let _ = self.stderr_closed.recv_timeout(GRACE);
        let how = status.map_or("its output was closed".into(), |status| status.to_string());
        let stderr = self.stderr_tail();
        let last = stderr.lines().rev().find(|line| !line.trim().is_empty());
        crash(last.map_or(how.clone(), |last| format!("{how}; its last words: {}", last.trim())))
    }

    /// The end of what it has said on stderr.
    pub fn stderr_tail(&self) -> String {
        let bytes = self.stderr_tail.lock().clone();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// What was said since it was started, but for earlier games.
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }
}

impl Drop for Engine {
    /// Lets it end by itself for a moment, so that it can save what it wants to.
    fn drop(&mut self) {
        let _ = self.send_bytes(b"quit\n");
        self.close();
        if self.wait_end(Instant::now() + GRACE / 10).is_none() {
            let _ = self.process.kill();
            let _ = self.process.wait();
        }
    }
}

fn no_answer(wanted: &str) -> Fault {
    Fault::new(FaultKind::NoAnswer, format!("no {wanted} in time"))
}

fn crash(text: String) -> Fault {
    Fault::new(FaultKind::Crash, text)
}

/// What an error line says: `info string error CODE TEXT`. Engines have codes that we do not know.
pub fn error_of(reply: &Reply) -> Option<String> {
    match reply {
        Reply::Error(code, text) => Some(format!("{code} {}", text.trim())),
        Reply::Text(text) => text.strip_prefix("error ").map(|text| text.trim().to_owned()),
        _ => None,
    }
}

/// Passes lines on until there are no more, or nobody listens. Those that came together are passed on together, so that
/// what was said in one breath is heard in one.
fn read_lines(output: impl Read, lines: &SyncSender<Vec<HeardOrNoise>>) {
    let mut output = BufReader::new(output);
    while let Some(first) = read_line(&mut output) {
        let mut together = vec![first];
        while output.buffer().contains(&b'\n')
            && let Some(next) = read_line(&mut output)
        {
            together.push(next);
        }
        let stop = together.iter().any(Result::is_err);
        if lines.send(together).is_err() || stop {
            return;
        }
    }
}

/// The next line; none at the end. Blocks.
fn read_line(output: &mut impl BufRead) -> Option<HeardOrNoise> {
    let mut bytes = Vec::new();
    let read = output.take(MAX_LINE).read_until(b'\n', &mut bytes);
    let at = Instant::now();
    Some(match read {
        Ok(0) | Err(_) => return None,
        Ok(_) if bytes.len() as u64 == MAX_LINE => Err(format!("a line of more than {MAX_LINE} bytes")),
        Ok(_) => match String::from_utf8(bytes) {
            Ok(line) => Ok(Heard { line: line.trim_end_matches(['\n', '\r']).into(), at }),
            Err(_) => Err("a line that is not UTF-8".into()),
        },
    })
}

/// Keeps the last of what is said.
fn keep_tail(mut errors: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = errors.read(&mut buffer) {
        let mut kept = kept.lock();
        kept.extend_from_slice(&buffer[..count]);
        let over = kept.len().saturating_sub(MAX_STDERR);
        kept.drain(..over);
    }
}
