//! The tool `latency`: how fast an engine answers over its protocol, while cores are kept busy.

use clap::Parser;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tasseo_tools::args::whole_number;
use tasseo_tools::{AnyError, arguments, exit, say};

const POSITION: &str = "position cgp 15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 AEINRST/ 0/32 0";

/// Measures how fast an engine answers: from its start to ucgiok, isready and stop while it thinks, and how exactly it
/// keeps movetime
///
/// Each figure is in milliseconds: the median, the 99th percentile and the worst of all rounds.
#[derive(Parser)]
#[command(name = "latency", version)]
struct Cli {
    /// The engine
    engine: PathBuf,
    /// How often to measure each thing
    #[arg(long, default_value = "100", value_name = "N", value_parser = whole_number(1..=1_000_000))]
    rounds: u64,
    /// So many threads of this tool compute all the while
    #[arg(long, default_value = "0", value_name = "N", value_parser = whole_number(0..=256))]
    busy: u64,
    /// Milliseconds to think for
    #[arg(long, default_value = "100", value_name = "MS", value_parser = whole_number(1..=60_000))]
    movetime: u64,
}

fn main() -> ExitCode {
    exit("latency", run(&arguments("latency")))
}

fn run(cli: &Cli) -> Result<ExitCode, AnyError> {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..cli.busy {
            scope.spawn(|| {
                let mut number = 1_u64;
                while !done.load(Ordering::Relaxed) {
                    number = std::hint::black_box(number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
                }
            });
        }
        let measured = measure(cli);
        done.store(true, Ordering::Relaxed);
        measured
    })
}

fn measure(cli: &Cli) -> Result<ExitCode, AnyError> {
    let starts = (0..cli.rounds.min(50)).map(|_| Ok(Engine::start(&cli.engine)?.1)).collect::<io::Result<Vec<_>>>()?;
    report("start to ucgiok", starts)?;
    let (mut engine, _) = Engine::start(&cli.engine)?;
    engine.ask(POSITION)?;
    engine.ask("isready")?;
    engine.wait_for("readyok")?;
    let (mut ready, mut stop, mut over) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..cli.rounds {
        engine.ask("go infinite")?;
        std::thread::sleep(Duration::from_millis(20));
        engine.ask("isready")?;
        ready.push(engine.wait_for("readyok")?);
        engine.ask("stop")?;
        stop.push(engine.wait_for("bestmove")?);
        engine.ask(&format!("go infinite movetime {}", cli.movetime))?;
        over.push(engine.wait_for("bestmove")?.saturating_sub(Duration::from_millis(cli.movetime)));
    }
    report("isready while thinking", ready)?;
    report("stop to bestmove", stop)?;
    report("over movetime", over)?;
    Ok(ExitCode::SUCCESS)
}

fn report(what: &str, mut times: Vec<Duration>) -> io::Result<()> {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() as f64 * share).ceil() as usize).max(1) - 1].as_secs_f64() * 1000.0;
    let (median, most, worst) = (at(0.5), at(0.99), at(1.0));
    say(format_args!("{what}: median {median:.2} ms, 99th percentile {most:.2} ms, worst {worst:.2} ms"))
}

/// An engine that is spoken to. Ends with this tool.
struct Engine {
    process: Child,
    stdin: ChildStdin,
    lines: io::Lines<BufReader<ChildStdout>>,
    asked: Instant,
}

impl Engine {
    /// Starts one, and gives how long it took to `ucgiok`. Blocks.
    fn start(path: &PathBuf) -> io::Result<(Self, Duration)> {
        let asked = Instant::now();
        let mut process = Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (stdin, stdout) = (process.stdin.take(), process.stdout.take());
        let (stdin, stdout) = stdin.zip(stdout).ok_or_else(|| io::Error::other("no pipes"))?;
        let mut engine = Engine { process, stdin, lines: BufReader::new(stdout).lines(), asked };
        engine.stdin.write_all(b"ucgi\n")?;
        let took = engine.wait_for("ucgiok")?;
        Ok((engine, took))
    }

    fn ask(&mut self, line: &str) -> io::Result<()> {
        self.asked = Instant::now();
        self.stdin.write_all(format!("{line}\n").as_bytes())
    }

    /// Waits for a line that begins like this, and gives how long it took since the last thing asked. Blocks.
    fn wait_for(&mut self, start: &str) -> io::Result<Duration> {
        for line in self.lines.by_ref() {
            if line?.starts_with(start) {
                return Ok(self.asked.elapsed());
            }
        }
        Err(io::Error::other(format!("the engine ended before it said {start}")))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
