//! The real engine as a process, spoken to over its stdin and stdout. Every wait has an end.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// Long enough for any machine; a test that waits so long has failed.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// An engine that runs.
pub struct Engine {
    pub process: Child,
    pub stdin: Option<ChildStdin>,
    pub lines: mpsc::Receiver<String>,
}

impl Engine {
    pub fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tasseo"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = mpsc::channel();
        let stdout = BufReader::new(process.stdout.take().unwrap());
        std::thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Engine { stdin: process.stdin.take(), process, lines }
    }

    /// With a position and everything loaded.
    pub fn with_position(position: &str) -> Self {
        let mut engine = Self::start();
        engine.send(format!("position {position}\n"));
        assert_eq!(engine.until_ready(), [""; 0]);
        engine
    }

    pub fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.stdin.as_mut().unwrap().write_all(bytes.as_ref()).unwrap();
    }

    pub fn next(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer in time")
    }

    /// Everything up to the first line that is wanted, with it.
    pub fn until(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = vec![self.next()];
        while !is_wanted(&lines[lines.len() - 1]) {
            lines.push(self.next());
        }
        lines
    }

    /// Everything up to the end of the output.
    pub fn rest(&self) -> Vec<String> {
        std::iter::from_fn(|| self.lines.recv_timeout(PATIENCE).ok()).collect()
    }

    /// Everything up to `readyok`, which must come.
    pub fn until_ready(&mut self) -> Vec<String> {
        self.send("\nisready\n");
        let mut lines = self.until(|line| line == "readyok");
        lines.pop();
        lines
    }

    /// Sends a `go` and gives all of its answer, up to `bestmove` or an error.
    pub fn go(&mut self, words: &str) -> Vec<String> {
        self.send(format!("go {words}\n"));
        self.until(|line| line.starts_with("bestmove ") || line.starts_with("info string error "))
    }

    /// Closes stdin, waits for the end, and gives what came on stderr.
    pub fn end(mut self) -> String {
        self.stdin = None;
        let began = std::time::Instant::now();
        let status = loop {
            match self.process.try_wait().unwrap() {
                Some(status) => break status,
                None => assert!(began.elapsed() < PATIENCE, "it does not end"),
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        assert!(status.success(), "{status}");
        let mut log = String::new();
        self.process.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        log
    }
}

/// A test that fails leaves no engine behind.
impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
