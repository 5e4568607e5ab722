//! Running a tool from outside: what it prints, its exit status, and the files it leaves.
#![allow(dead_code, reason = "each test uses some of it")]

#[cfg(unix)]
pub mod engines;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a tool may run. Long enough for any machine.
const WHOLE: Duration = Duration::from_secs(600);

/// Runs a command to its end, which comes in time, or the command is killed and the test fails.
pub fn output(command: &mut Command) -> Output {
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    finish(child, &format!("{command:?}"))
}

/// Waits for the end of a process, and reads what it has still to say.
pub fn finish(mut child: Child, what: &str) -> Output {
    let (stdout, stderr) = (child.stdout.take().map(read_all), child.stderr.take().map(read_all));
    let deadline = Instant::now() + WHOLE;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if Instant::now() >= deadline {
            let _ = child.kill();
            panic!("waited {WHOLE:?} for the end of {what}");
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let said = |reader: Option<JoinHandle<Vec<u8>>>| reader.map_or_else(Vec::new, |thread| thread.join().unwrap());
    Output { status, stdout: said(stdout), stderr: said(stderr) }
}

fn read_all(mut pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    })
}

/// What a run of a tool gave: exit status, standard output, standard error.
pub struct Run {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// A tool by its name and the path of its binary.
#[derive(Clone, Copy)]
pub struct Tool {
    pub name: &'static str,
    pub binary: &'static str,
}

impl Tool {
    pub fn command(self) -> Command {
        Command::new(self.binary)
    }

    pub fn run(self, arguments: &[&str]) -> Run {
        let output = output(self.command().args(arguments));
        let text = |bytes| String::from_utf8(bytes).unwrap();
        // On a busy machine a run may take long enough to tell how far it is, which is not what tests are about.
        let err = text(output.stderr).split_inclusive('\n').filter(|line| !line.contains(" games/s, ")).collect();
        Run { status: output.status.code().unwrap(), out: text(output.stdout), err }
    }

    /// Runs the tool, which must succeed.
    pub fn out(self, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{arguments:?}");
        run.out
    }

    /// Runs the tool, which must fail with status 2 and one line.
    pub fn err(self, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        assert_eq!((run.status, run.out.as_str(), run.err.lines().count()), (2, "", 1), "{arguments:?}: {}", run.err);
        run.err.trim_end().strip_prefix(self.name).unwrap().strip_prefix(": ").unwrap().to_owned()
    }
}

/// A new folder with these files.
pub fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for (file, text) in files {
        std::fs::write(folder.join(file), text).unwrap();
    }
    folder
}

pub fn path(folder: &Path, file: &str) -> String {
    folder.join(file).to_str().unwrap().to_owned()
}

pub fn files(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}
