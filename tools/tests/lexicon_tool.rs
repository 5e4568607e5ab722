//! The tool `lexicon` from outside: what it prints, its exit status, and that it leaves files alone when it fails.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run of the tool gave: exit status, standard output, standard error.
struct Run {
    status: i32,
    out: String,
    err: String,
}

fn tool() -> Command {
    Command::new(env!("CARGO_BIN_EXE_lexicon"))
}

fn run(arguments: &[&str]) -> Run {
    let output = tool().args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs the tool, which must succeed.
fn out(arguments: &[&str]) -> String {
    let run = run(arguments);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{arguments:?}");
    run.out
}

/// Runs the tool, which must fail with status 2 and one line.
fn err(arguments: &[&str]) -> String {
    let run = run(arguments);
    assert_eq!((run.status, run.out.as_str(), run.err.lines().count()), (2, "", 1), "{arguments:?}: {}", run.err);
    run.err.trim_end().strip_prefix("lexicon: ").unwrap().to_owned()
}

/// A new folder with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for (file, text) in files {
        std::fs::write(folder.join(file), text).unwrap();
    }
    folder
}

fn path(folder: &Path, file: &str) -> String {
    folder.join(file).to_str().unwrap().to_owned()
}

fn files(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn compile_then_export_gives_the_words_back_sorted() {
    let data = folder("compile", &[("pets.txt", &format!("dog\nCat\ncat\na\n{}\n", "Z".repeat(256)))]);
    let summary = out(&["compile", &path(&data, "pets.txt")]);
    assert!(summary.starts_with(&format!("{}: 2 words, ", path(&data, "pets.kwg"))), "{summary}");
    let skipped: Vec<&str> = summary.lines().skip(1).collect();
    assert_eq!(skipped, ["left out, of one letter: 1", "left out, of more than 255 letters: 1", "repeated: 1"]);
    assert_eq!(files(&data), ["pets.kwg", "pets.txt"]);
    assert_eq!(out(&["export", "--lexicon", &path(&data, "pets.kwg")]), "CAT\nDOG\n");
    assert_eq!(out(&["export", "-l", "PETS", "--data-path", data.to_str().unwrap(), "-o", &path(&data, "x.txt")]), "");
    assert_eq!(std::fs::read_to_string(data.join("x.txt")).unwrap(), "CAT\nDOG\n");
}

#[test]
fn compile_writes_where_it_is_told_and_for_the_alphabet_it_is_told() {
    let data = folder("spanish", &[("es.txt", "chal\nñu\n")]);
    out(&["compile", &path(&data, "es.txt"), "-o", &path(&data, "pocas.kwg"), "--distribution", "spanish"]);
    let pocas = path(&data, "pocas.kwg");
    assert_eq!(out(&["export", "--lexicon", &pocas, "--distribution", "spanish"]), "[CH]AL\nÑU\n");
    assert_eq!(out(&["anagram", "UÑ", "--lexicon", &pocas, "--distribution", "spanish"]), "ÑU\n");
}

#[test]
fn a_failed_compile_leaves_everything_as_it_was() {
    let data =
        folder("failed", &[("bad.txt", "CAT\nD0G\n"), ("none.txt", "A\n"), ("good.txt", "CAT\n"), ("out.kwg", "old")]);
    let target = path(&data, "out.kwg");
    let at = |file| path(&data, file);
    let bad = err(&["compile", &at("bad.txt"), "-o", &target]);
    assert_eq!(bad, format!("{}: line 2: \"D0G\": \"0\" is not a letter of this alphabet", at("bad.txt")));
    assert_eq!(err(&["compile", &at("none.txt"), "-o", &target]), format!("{}: there are no words", at("none.txt")));
    let missing = err(&["compile", &at("missing.txt"), "-o", &target]);
    assert!(missing.starts_with(&format!("{}: No such file", at("missing.txt"))), "{missing}");
    let same = err(&["compile", &at("good.txt"), "-o", &at("good.txt")]);
    assert_eq!(same, format!("{}: the word graph would replace the word list", at("good.txt")));
    let nowhere = err(&["compile", &at("good.txt"), "-o", &at("no/such/folder.kwg")]);
    assert!(nowhere.starts_with(&at("no/such/folder.kwg")), "{nowhere}");
    let klingon = err(&["compile", &at("good.txt"), "-o", &target, "--distribution", "klingon"]);
    assert!(klingon.starts_with("no letter distribution \"klingon\"; there are english, "), "{klingon}");
    std::fs::create_dir(data.join("a folder.kwg")).unwrap();
    err(&["compile", &at("good.txt"), "-o", &at("a folder.kwg")]);

    assert_eq!(files(&data), ["a folder.kwg", "bad.txt", "good.txt", "none.txt", "out.kwg"]);
    assert_eq!(std::fs::read_to_string(&target).unwrap(), "old");
    assert_eq!(std::fs::read_to_string(data.join("good.txt")).unwrap(), "CAT\n");
}

/// A link is followed; what is no plain file, or read-only, is left alone.
#[cfg(unix)]
#[test]
fn compile_writes_plain_files_only() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let data = folder("plain", &[("good.txt", "CAT\n"), ("real.kwg", "old"), ("locked.kwg", "old")]);
    let at = |file| path(&data, file);
    symlink(at("real.kwg"), at("link.kwg")).unwrap();
    out(&["compile", &at("good.txt"), "-o", &at("link.kwg")]);
    assert!(std::fs::symlink_metadata(at("link.kwg")).unwrap().is_symlink());
    assert_eq!(out(&["export", "-l", &at("real.kwg")]), "CAT\n");
    std::fs::set_permissions(at("locked.kwg"), std::fs::Permissions::from_mode(0o444)).unwrap();
    let error = err(&["compile", &at("good.txt"), "-o", &at("locked.kwg")]);
    assert_eq!(error, format!("{}: read-only; nothing was written", at("locked.kwg")));
    let pipe = std::process::Command::new("mkfifo").arg(at("pipe.kwg")).status();
    if pipe.is_ok_and(|status| status.success()) {
        let error = err(&["compile", &at("good.txt"), "-o", &at("pipe.kwg")]);
        assert_eq!(error, format!("{}: not a plain file; nothing was written", at("pipe.kwg")));
    }
}

#[test]
fn check_says_it_of_each_word_and_by_its_status() {
    assert_eq!(out(&["check", "quiz", "TEA"]), "QUIZ valid\nTEA valid\n");
    let mixed = run(&["check", "QUIZ", "QUIXZ", "qi"]);
    assert_eq!((mixed.status, mixed.out.as_str()), (1, "QUIZ valid\nQUIXZ not valid\nQI not valid\n"));
    assert_eq!(out(&["check", "--lexicon", "yawl", "QI"]), "QI valid\n");
    let unspelled = run(&["check", "TEA", "QU1Z"]);
    let expected = "TEA valid\nQU1Z not valid: \"1\" is not a letter of this alphabet\n";
    assert_eq!((unspelled.status, unspelled.out.as_str()), (1, expected));
    assert_eq!(run(&["check"]).status, 2);
}

#[test]
fn anagram_shows_blanks_in_lower_case() {
    assert_eq!(out(&["anagram", "ZIUQ"]), "QUIZ\n");
    assert_eq!(out(&["anagram", "?IUQ"]), "QUaI\nQUId\nQUIn\nQUIp\nQUIt\nQUIz\n");
    assert_eq!(out(&["anagram", "BCDF"]), "");
    assert_eq!(out(&["anagram", "tac", "--sub"]), "AT\nTA\nACT\nCAT\n");
    assert_eq!(err(&["anagram", "A1"]), "\"A1\": \"1\" is not a letter of this alphabet");
    assert_eq!(err(&["anagram", ""]), "0 tiles; there must be 1 to 250");
    assert_eq!(err(&["anagram", &"E".repeat(300)]), "300 tiles; there must be 1 to 250");
}

#[test]
fn info_tells_where_a_lexicon_comes_from() {
    let shipped = out(&["info"]);
    for line in ["name          ENABLE1", "source        comes with Tasseo", "words         172820", "   2 letters  96"]
    {
        assert!(shipped.lines().any(|found| found == line), "{line:?} in {shipped}");
    }
    let data = folder("info", &[("pets.txt", "CAT\nDOG\nOX\n"), ("pets.klv2", "")]);
    let pets = out(&["info", "--lexicon", "pets", "--data-path", &format!("src;{}", data.display())]);
    for line in [
        "name          pets".to_owned(),
        format!("source        {}, compiled when loaded", path(&data, "pets.txt")),
        "distribution  english (26 letters)".to_owned(),
        format!("leaves        {}", path(&data, "pets.klv2")),
        "words         3".to_owned(),
        "   2 letters  1".to_owned(),
        "   3 letters  2".to_owned(),
    ] {
        assert!(pets.lines().any(|found| found == line), "{line:?} in {pets}");
    }
}

#[test]
fn lexicons_that_cannot_be_had_give_one_line() {
    let data = folder("cannot", &[("PETS.txt", "CAT\n"), ("BAD.kwg", "no word graph")]);
    let at = data.to_str().unwrap();
    let unknown = err(&["info", "--lexicon", "TWL99", "--data-path", at]);
    assert_eq!(unknown, "no lexicon \"TWL99\"; there are ENABLE1, YAWL, BAD, PETS");
    assert!(err(&["info", "--lexicon", "../PETS", "--data-path", at]).starts_with("\"../PETS\" is a path"));
    assert!(
        err(&["info", "--lexicon", "BAD", "--data-path", at]).starts_with(&path(&data, "BAD.kwg: 13 bytes cannot be"))
    );
}

/// Like `lexicon export | head -1`.
#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let mut child = tool().arg("export").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((first.as_str(), output.status.code()), ("AA\n", Some(0)));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn help_has_examples() {
    let help = out(&["--help"]);
    assert!(help.contains("lexicon anagram AEINRT?") && help.contains("lexicon compile MYLIST.txt"), "{help}");
}
