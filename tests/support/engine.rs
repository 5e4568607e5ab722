//! The real engine as a process, spoken to over its stdin and stdout. Every wait has an end: what is not answered in time
//! fails the test with what it waited for and what it had heard, and the process is killed.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long an engine may be silent while something is expected of it. Long enough for any machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// How long it may take to answer whatever was sent last, news on the way included, and a program to run to its end.
const WHOLE: Duration = Duration::from_secs(300);

/// How many of the lines heard last a failure shows.
const SHOWN: usize = 40;

/// The engine's binary in the root of the repository, with pipes for its stdin, stdout and stderr.
pub fn tasseo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tasseo"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A process that is killed when it is dropped: a test that fails leaves none behind.
pub struct Process {
    pub child: Child,
    command: String,
}

impl Process {
    pub fn start(mut command: Command) -> Self {
        Process { child: command.spawn().unwrap(), command: format!("{command:?}") }
    }

    /// Writes to its stdin and then closes it, on a thread that ends with the process at the latest.
    pub fn talk(&mut self, write: impl FnOnce(&mut ChildStdin) -> std::io::Result<()> + Send + 'static) {
        let mut stdin = self.child.stdin.take().unwrap();
        std::thread::spawn(move || write(&mut stdin));
    }

    /// Closes stdin unless somebody talks, reads all that the process says, and waits for its end.
    pub fn finish(mut self) -> Output {
        drop(self.child.stdin.take());
        let stdout = self.child.stdout.take().map(read_all);
        let stderr = self.child.stderr.take().map(read_all);
        let status = self.wait_until(Instant::now() + WHOLE);
        if status.is_none() {
            self.kill();
        }
        let said = |reader: Option<JoinHandle<Vec<u8>>>| reader.map_or_else(Vec::new, |thread| thread.join().unwrap());
        let (stdout, stderr) = (said(stdout), said(stderr));
        let Some(status) = status else {
            let lines: VecDeque<String> = String::from_utf8_lossy(&stdout).lines().map(str::to_owned).collect();
            let errors = String::from_utf8_lossy(&stderr);
            panic!("waited {WHOLE:?} for the end of {}; {}\nstderr: {errors}", self.command, last_of(&lines));
        };
        Output { status, stdout, stderr }
    }

    /// How it ended, if it does so before the deadline.
    fn wait_until(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            let status = self.child.try_wait().unwrap();
            if status.is_some() || Instant::now() >= deadline {
                return status;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Reads a pipe to its end on a thread of its own.
fn read_all(mut pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    })
}

/// The last of these lines, for a failure to show.
fn last_of(lines: &VecDeque<String>) -> String {
    let left_out = lines.len().saturating_sub(SHOWN);
    let shown: Vec<&str> = lines.iter().skip(left_out).map(String::as_str).collect();
    format!("the last {} lines heard:\n{}", shown.len(), shown.join("\n"))
}

/// The stdin of an engine, written to by a thread of its own, so that an engine that has stopped reading stalls no test.
pub struct Input {
    queue: mpsc::Sender<Vec<u8>>,
    written: mpsc::Receiver<std::io::Result<()>>,
}

impl Input {
    fn new(mut stdin: ChildStdin) -> Self {
        let (queue, queued) = mpsc::channel::<Vec<u8>>();
        let (done, written) = mpsc::channel();
        std::thread::spawn(move || queued.iter().try_for_each(|bytes| done.send(stdin.write_all(&bytes))));
        Input { queue, written }
    }

    fn write(&self, bytes: &[u8]) -> Result<(), String> {
        self.queue.send(bytes.to_vec()).map_err(|error| error.to_string())?;
        let written = self.written.recv_timeout(PATIENCE).map_err(|error| error.to_string())?;
        written.map_err(|error| error.to_string())
    }
}

/// An engine that runs. Without its `stdin` its input has ended.
pub struct Engine {
    process: Process,
    pub stdin: Option<Input>,
    lines: mpsc::Receiver<String>,
    log: Option<JoinHandle<Vec<u8>>>,
    heard: RefCell<VecDeque<String>>,
    asked: RefCell<String>,
    asked_at: Cell<Instant>,
}

impl Engine {
    pub fn start() -> Self {
        let mut process = Process::start(tasseo(&[]));
        let (sender, lines) = mpsc::channel();
        let stdout = BufReader::new(process.child.stdout.take().unwrap());
        std::thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Engine {
            stdin: process.child.stdin.take().map(Input::new),
            log: process.child.stderr.take().map(read_all),
            process,
            lines,
            heard: RefCell::default(),
            asked: RefCell::default(),
            asked_at: Cell::new(Instant::now()),
        }
    }

    /// With a position and everything loaded.
    pub fn with_position(position: &str) -> Self {
        let mut engine = Self::start();
        engine.send(format!("position {position}\n"));
        assert_eq!(engine.until_ready(), [""; 0]);
        engine
    }

    pub fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        self.asked_at.set(Instant::now());
        self.asked.replace(String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned());
        if let Err(error) = self.stdin.as_ref().unwrap().write(bytes) {
            self.fail(&format!("it to read what it is sent ({error})"));
        }
    }

    /// The next line, which must come.
    pub fn next(&self) -> String {
        self.next_for("a line")
    }

    fn next_for(&self, awaited: &str) -> String {
        self.line(awaited).unwrap_or_else(|| self.fail(&format!("{awaited}, but the output has ended")))
    }

    /// The next line; none at the end of the output.
    fn line(&self, awaited: &str) -> Option<String> {
        let left = WHOLE.saturating_sub(self.asked_at.get().elapsed());
        match self.lines.recv_timeout(left.min(PATIENCE)) {
            Ok(line) if !left.is_zero() => {
                let mut heard = self.heard.borrow_mut();
                heard.push_back(line.clone());
                let surplus = heard.len().saturating_sub(SHOWN);
                heard.drain(..surplus);
                Some(line)
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Ok(_) | Err(RecvTimeoutError::Timeout) => self.fail(awaited),
        }
    }

    /// Ends the test, and with it the process.
    fn fail(&self, awaited: &str) -> ! {
        let (asked, since) = (self.asked.borrow(), self.asked_at.get().elapsed());
        panic!("waited for {awaited}; {since:.1?} ago it was sent {asked:?}; {}", last_of(&self.heard.borrow()))
    }

    /// Everything up to the first line that is wanted, with it.
    pub fn until(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
        self.until_told("a line that the test wants", is_wanted)
    }

    /// Everything up to the first line that is wanted, with it; `awaited` says in a failure what that is.
    pub fn until_told(&self, awaited: &str, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = vec![self.next_for(awaited)];
        while !is_wanted(&lines[lines.len() - 1]) {
            lines.push(self.next_for(awaited));
        }
        lines
    }

    /// Everything up to the end of the output, which must come.
    pub fn rest(&self) -> Vec<String> {
        std::iter::from_fn(|| self.line("the end of the output")).collect()
    }

    /// Everything up to `readyok`, which must come.
    pub fn until_ready(&mut self) -> Vec<String> {
        self.send("\nisready\n");
        let mut lines = self.until_told("readyok", |line| line == "readyok");
        lines.pop();
        lines
    }

    /// Sends a `go` and gives all of its answer, up to `bestmove` or an error.
    pub fn go(&mut self, words: &str) -> Vec<String> {
        self.send(format!("go {words}\n"));
        let is_last = |line: &str| line.starts_with("bestmove ") || line.starts_with("info string error ");
        self.until_told("bestmove or an error", is_last)
    }

    /// Closes stdin, waits for the end, which must be a success, and gives what came on stderr.
    pub fn end(mut self) -> String {
        self.stdin = None;
        let Some(status) = self.process.wait_until(Instant::now() + PATIENCE) else { self.fail("the process to end") };
        assert!(status.success(), "{status}");
        let log = self.log.take().unwrap().join().unwrap();
        String::from_utf8(log).unwrap()
    }
}
