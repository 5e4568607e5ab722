//! The engine as a process: `tasseo` speaks UCGI over stdin and stdout.

use std::io::IsTerminal;
use std::process::ExitCode;
use tasseo::{bench, session, stdio};

const USAGE: &str = "\
usage: tasseo            speak UCGI on stdin and stdout; type help there
       tasseo bench      measure; tasseo bench --help tells what
       tasseo --version  print the version
       tasseo --help     print this

TASSEO_LOG=debug (or info, warn, ...) writes a log to stderr.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => converse(),
        ["bench", "--help" | "-h"] => println!("{}", bench::USAGE),
        ["bench", ref options @ ..] => {
            if let Err(error) = bench::run(options) {
                eprintln!("tasseo: {error}");
                return ExitCode::from(2);
            }
        }
        ["--help" | "-h"] => println!("{USAGE}"),
        ["--version" | "-V"] => println!("tasseo {}", env!("CARGO_PKG_VERSION")),
        [unknown, ..] => {
            eprintln!("tasseo: unknown argument {unknown:?}; try tasseo --help");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// Blocks until the conversation is over.
fn converse() {
    let log = tracing_subscriber::EnvFilter::try_from_env("TASSEO_LOG").unwrap_or_else(|_| "warn".into());
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_env_filter(log).init();
    if std::io::stdin().is_terminal() {
        eprintln!("Tasseo {}: type help for the commands, quit to end", env!("CARGO_PKG_VERSION"));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("no driver is needed");
    let lines = stdio::read_lines(std::io::stdin());
    runtime.block_on(session::run(lines, stdio::Output::to(std::io::stdout())));
}
