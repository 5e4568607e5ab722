//! The engine as a process: `tasseo` speaks UCGI and SIU over stdin and stdout.

use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use tasseo::{bench, session, stdio};

const USAGE: &str = "\
usage: tasseo            speak UCGI or SIU on stdin and stdout; type help there
       tasseo bench      measure; tasseo bench --help tells what
       tasseo --version  print the version
       tasseo --help     print this

TASSEO_LOG=debug (or info, warn, ...) writes a log to stderr.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    match run(&arguments.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever has stopped reading has heard enough.
        Err(error) if is_closed_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "tasseo: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[&str]) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut out = io::stdout();
    match arguments {
        [] => converse()?,
        ["bench", options @ ..] => bench::run(options, &mut out)?,
        ["--help" | "-h"] => writeln!(out, "{USAGE}")?,
        ["--version" | "-V"] => writeln!(out, "tasseo {}", env!("CARGO_PKG_VERSION"))?,
        [unknown, ..] => return Err(format!("unknown argument {unknown:?}; try tasseo --help").into()),
    }
    Ok(out.flush()?)
}

fn is_closed_pipe(error: &(dyn Error + Send + Sync + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Blocks until the conversation is over.
fn converse() -> io::Result<()> {
    let wanted = std::env::var("TASSEO_LOG").unwrap_or_else(|_| "warn".into());
    let log = tracing_subscriber::EnvFilter::try_new(&wanted)
        .map_err(|error| io::Error::other(format!("TASSEO_LOG={wanted}: {error}")))?;
    let (writer, log_finish) = stdio::Log::to(io::stderr());
    tracing_subscriber::fmt().with_writer(move || writer.clone()).with_env_filter(log).init();
    if io::stdin().is_terminal() {
        let _ = writeln!(io::stderr(), "Tasseo {}: type help for the commands, quit to end", env!("CARGO_PKG_VERSION"));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let lines = stdio::read_lines(io::stdin());
    let talked = runtime.block_on(session::run(lines, stdio::Output::to(io::BufWriter::new(io::stdout()))));
    log_finish.finish();
    talked
}
