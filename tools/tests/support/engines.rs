//! Engines to test the referee with: the real one, and some that need nothing but sh.

use super::path;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The real engine, which does not look ahead, and so takes no time.
pub fn tasseo() -> &'static str {
    static ENGINE: OnceLock<String> = OnceLock::new();
    ENGINE.get_or_init(|| format!("{} Strength=static", binary()))
}

/// The real engine, of this build. Where only the tools were built, it is built now.
pub fn binary() -> &'static str {
    static PATH: OnceLock<String> = OnceLock::new();
    PATH.get_or_init(|| {
        let built = Path::new(env!("CARGO_BIN_EXE_referee")).with_file_name("tasseo");
        if !built.exists() {
            let cargo = std::env::var("CARGO").unwrap_or("cargo".into());
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
            let profile = if cfg!(debug_assertions) { "dev" } else { "release" };
            let build = ["build", "--bin", "tasseo", "--profile", profile];
            assert!(Command::new(cargo).args(build).current_dir(root).status().unwrap().success());
        }
        built.to_str().unwrap().into()
    })
}

/// A script that is an engine: it greets, is ready at once, and does this at each `go`. The last `position` is in
/// `$position`, the rack in it is `$rack`.
pub fn script(folder: &Path, name: &str, at_go: &str) -> String {
    let text = format!(
        "#!/bin/sh
while read -r line; do
  case \"$line\" in
    ucgi) echo 'id name Fake 1'; echo 'option name Threads type spin default 1 min 1 max 8'; echo ucgiok ;;
    isready) echo readyok ;;
    position*) position=$line; rack=${{line##*rack.}} ;;
    go*) {at_go} ;;
    quit) exit 0 ;;
  esac
done
"
    );
    executable(folder, name, &text)
}

/// The real engine behind a script that writes down every line it is told, one file for each process.
pub fn spy(folder: &Path, name: &str) -> String {
    let heard = path(folder, &format!("{name}.heard"));
    let text = format!("#!/bin/sh\ntee \"{heard}.$$\" | {}\n", binary());
    format!("{} Strength=static", executable(folder, name, &text))
}

/// Everything that a spy was told, a process after another.
pub fn heard(folder: &Path, name: &str) -> Vec<String> {
    let start = format!("{name}.heard");
    let files = super::files(folder).into_iter().filter(|file| file.starts_with(&start));
    files.flat_map(|file| lines(&folder.join(file))).collect()
}

pub fn lines(path: &Path) -> Vec<String> {
    std::fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

fn executable(folder: &Path, name: &str, text: &str) -> String {
    let file: PathBuf = folder.join(name);
    std::fs::write(&file, text).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    file.to_str().unwrap().into()
}
