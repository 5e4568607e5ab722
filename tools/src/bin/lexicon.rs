//! The tool `lexicon`: compiles word lists, and answers questions about words.

use clap::{Parser, Subcommand};
use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use tasseo::evaluate::{ValueKind, ValueLibrary};
use tasseo::game::{Distribution, Tally};
use tasseo::lexicon::{Graph, Lexicon, Using, WordList, kwg};
use tasseo_tools::args::{LettersArgs, LexiconArgs};
use tasseo_tools::progress::Progress;
use tasseo_tools::{AnyError, arguments, exit, is_same_file, write_file};

const EXAMPLES: &str = "Examples:
  lexicon compile MYLIST.txt   writes MYLIST.kwg
  lexicon check QUIZ QUIXZ     QUIZ valid, QUIXZ not valid; exit status 1
  lexicon anagram AEINRT?      words that use all seven tiles
  lexicon anagram QUZI --sub   words that use some of them
  lexicon export --lexicon YAWL -o yawl.txt
  lexicon info --lexicon TWL06 --data-path 'words;/usr/share/words'";

/// Compiles word lists to word graphs, and looks words up.
#[derive(Parser)]
#[command(name = "lexicon", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compile a word list to a word graph (KWG), which loads faster and which other programs read too
    ///
    /// The list is UTF-8 text with one word a line, in either case and any order. Words of one letter can never be
    /// played; they are left out and counted. If anything goes wrong, no file is written and none is changed.
    Compile {
        /// The word list
        list: PathBuf,
        /// Where to write the word graph [default: the list's name with the ending .kwg]
        #[arg(short, long, value_name = "OUT.kwg")]
        output: Option<PathBuf>,
        #[command(flatten)]
        letters: LettersArgs,
    },
    /// Say of each word whether it is valid; exit status 1 if any is not
    Check {
        /// The words
        #[arg(required = true, value_name = "WORD")]
        words: Vec<String>,
        #[command(flatten)]
        lexicon: LexiconArgs,
    },
    /// List the words that use all these tiles, or some of them; "?" is a blank
    ///
    /// A letter that a blank stands for is in lower case. With --sub the words are sorted by length.
    Anagram {
        /// The tiles, such as AEINRT?
        rack: String,
        /// Words that use some of the tiles, too
        #[arg(long)]
        sub: bool,
        #[command(flatten)]
        lexicon: LexiconArgs,
    },
    /// Write all words, sorted by the alphabet, one a line
    Export {
        /// Where to write them [default: standard output]
        #[arg(short, long, value_name = "OUT.txt")]
        output: Option<PathBuf>,
        #[command(flatten)]
        lexicon: LexiconArgs,
    },
    /// Describe a lexicon: where it comes from, its size, its words by length
    Info {
        #[command(flatten)]
        lexicon: LexiconArgs,
    },
}

fn main() -> ExitCode {
    exit("lexicon", run(arguments::<Cli>("lexicon").command))
}

fn run(command: Command) -> Result<ExitCode, AnyError> {
    match command {
        Command::Compile { list, output, letters } => compile(&list, output, &letters),
        Command::Check { words, lexicon } => check(&words, &*lexicon.open()?),
        Command::Anagram { rack, sub, lexicon } => anagram(&rack, sub, &*lexicon.open()?),
        Command::Export { output, lexicon } => export(output.as_deref(), &*lexicon.open()?),
        Command::Info { lexicon } => info(&*lexicon.open()?, &lexicon.values()),
    }
}

fn compile(list: &Path, output: Option<PathBuf>, letters: &LettersArgs) -> Result<ExitCode, AnyError> {
    let start = Instant::now();
    let output = output.unwrap_or_else(|| list.with_extension("kwg"));
    if is_same_file(list, &output) {
        return Err(format!("{}: the word graph would replace the word list", output.display()).into());
    }
    let distribution = letters.distribution()?;
    let (words, graph) = compile_list(list, &distribution).map_err(|error| format!("{}: {error}", list.display()))?;
    let bytes = kwg::write(&graph);
    write_file(&output, &bytes)?;
    let (count, nodes, seconds) = (words.words().len(), graph.nodes().len(), start.elapsed().as_secs_f32());
    let summary = format!("{}: {count} words, {nodes} nodes, {} bytes, {seconds:.2} s", output.display(), bytes.len());
    write_lines([summary].into_iter().chain(left_out(&words)))
}

fn compile_list(list: &Path, distribution: &Distribution) -> Result<(WordList, Graph), AnyError> {
    let mut progress = Progress::new("compiling");
    let words = WordList::read(&std::fs::read(list)?, distribution.alphabet())?;
    let graph = words.compile(&mut |done| progress.show(done))?;
    Ok((words, graph))
}

/// A line for each kind of line in the list that is not in the graph.
fn left_out(words: &WordList) -> impl Iterator<Item = String> {
    let kinds = [
        ("left out, of one letter", words.too_short()),
        ("left out, of more than 255 letters", words.too_long()),
        ("repeated", words.duplicates()),
    ];
    kinds.into_iter().filter(|&(_, count)| count > 0).map(|(kind, count)| format!("{kind}: {count}"))
}

fn check(words: &[String], lexicon: &Lexicon) -> Result<ExitCode, AnyError> {
    let alphabet = lexicon.distribution().alphabet();
    let verdict = |word: &String| match alphabet.read_word(word) {
        Ok(letters) if lexicon.contains(&letters) => (true, format!("{} valid", alphabet.write_word(&letters))),
        Ok(letters) => (false, format!("{} not valid", alphabet.write_word(&letters))),
        Err(error) => (false, format!("{word} not valid: {error}")),
    };
    let verdicts: Vec<(bool, String)> = words.iter().map(verdict).collect();
    let all_valid = verdicts.iter().all(|(valid, _)| *valid);
    write_lines(verdicts.into_iter().map(|(_, line)| line))?;
    Ok(if all_valid { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// More tiles than any set has.
const MOST_TILES: usize = 250;

fn anagram(rack: &str, sub: bool, lexicon: &Lexicon) -> Result<ExitCode, AnyError> {
    let alphabet = lexicon.distribution().alphabet();
    let tiles = alphabet.read_rack_tiles(rack).map_err(|error| format!("{rack:?}: {error}"))?;
    if tiles.is_empty() || tiles.len() > MOST_TILES {
        return Err(format!("{} tiles; there must be 1 to {MOST_TILES}", tiles.len()).into());
    }
    let tiles: Tally = tiles.into_iter().collect();
    let mut words = lexicon.anagrams(&tiles, if sub { Using::Some } else { Using::All });
    words.sort_by_key(Vec::len); // stable: words of one length stay sorted
    write_lines(words.into_iter().map(|word| alphabet.write_placed(word)))
}

fn export(output: Option<&Path>, lexicon: &Lexicon) -> Result<ExitCode, AnyError> {
    let alphabet = lexicon.distribution().alphabet();
    let words = lexicon.graph().words().map(|word| alphabet.write_word(&word));
    match output {
        None => write_lines(words),
        Some(path) => {
            let text: String = words.map(|word| word + "\n").collect();
            write_file(path, text.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn write_lines(lines: impl Iterator<Item = String>) -> Result<ExitCode, AnyError> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn info(lexicon: &Lexicon, values: &ValueLibrary) -> Result<ExitCode, AnyError> {
    let (graph, distribution) = (lexicon.graph(), lexicon.distribution());
    let (nodes, dawg) = (graph.nodes().len(), graph.dawg_node_count());
    let from = |kind| values.for_lexicon(kind, lexicon).map_or("none".into(), |source| source.to_string());
    let facts = [
        format!("name          {}", lexicon.name()),
        format!("source        {}", lexicon.source()),
        format!("distribution  {} ({} letters)", distribution.name(), distribution.alphabet().len()),
        format!("leaves        {}", from(ValueKind::Leaves)),
        format!("win chances   {}", from(ValueKind::WinChance)),
        format!("nodes         {nodes} ({dawg} in the DAWG)"),
        format!("bytes         {}", size_of_val(graph.nodes())),
        format!("words         {}", graph.word_count()),
    ];
    write_lines(facts.into_iter().chain(words_by_length(graph)))
}

fn words_by_length(graph: &Graph) -> impl Iterator<Item = String> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for word in graph.words() {
        *counts.entry(word.len()).or_default() += 1;
    }
    counts.into_iter().map(|(length, count)| format!("  {length:>2} letters  {count}"))
}
