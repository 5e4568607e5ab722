//! The crate's source as far as it says which file uses what of which other: a reader of Rust that knows `mod`, `use`
//! and paths.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What `mod.rs` is called among the files of its folder.
pub const MOD: &str = "mod";

/// A module of the crate, or a path in it: `["search", "endgame"]`.
pub type ModulePath = Vec<String>;

/// All modules of a crate that are files.
#[derive(Debug, Default)]
pub struct Crate {
    files: BTreeMap<ModulePath, File>,
}

/// What one file says.
#[derive(Debug, Default)]
struct File {
    imports: Vec<Import>,
    /// The paths outside `use`, each with the name that it begins with.
    paths: BTreeSet<Vec<String>>,
}

/// One name of a `use`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Import {
    name: String,
    path: Vec<String>,
    is_public: bool,
}

impl Crate {
    /// Reads all files of a folder of sources.
    pub fn read(src: &Path) -> Self {
        let mut all = Crate::default();
        let mut folders = vec![src.to_path_buf()];
        while let Some(folder) = folders.pop() {
            for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let name = path.strip_prefix(src).unwrap().with_extension("");
                let mut module: ModulePath = name.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
                if module.last().is_some_and(|last| last == MOD) {
                    module.pop();
                }
                all.files.insert(module, File::parse(&std::fs::read_to_string(&path).unwrap()));
            }
        }
        all
    }

    /// Who uses whom: pairs of modules.
    pub fn uses(&self) -> BTreeSet<(ModulePath, ModulePath)> {
        let mut uses = BTreeSet::new();
        for (module, file) in &self.files {
            // A name that is only re-exported is not used; one that is also used in the file is.
            let is_used = |import: &&Import| !import.is_public || file.paths.iter().any(|path| path[0] == import.name);
            let imported = file.imports.iter().filter(is_used).map(|import| &import.path);
            for path in imported.chain(&file.paths) {
                uses.extend(self.absolute(module, path).map(|path| (module.clone(), self.owner(&path, 0))));
            }
        }
        uses.retain(|(from, to)| from != to);
        uses
    }

    /// A path from the root of the crate; none if it leads out of it, or begins with a name of the file's own.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Vec<String>> {
        let mut base = module.to_vec();
        let mut rest = path;
        match path[0].as_str() {
            "crate" => (base, rest) = (Vec::new(), &path[1..]),
            "self" => rest = &path[1..],
            "super" => {
                while rest.first().is_some_and(|first| first == "super") {
                    base.pop();
                    rest = &rest[1..];
                }
            }
            child => {
                base.push(child.to_owned());
                if !self.files.contains_key(&base) {
                    return None;
                }
                base.pop();
            }
        }
        base.extend_from_slice(rest);
        Some(base)
    }

    /// The module that declares what a path names, seen through re-exports.
    fn owner(&self, path: &[String], depth: usize) -> ModulePath {
        let is_module = |len: &usize| self.files.contains_key(&path[..*len]);
        let module = &path[..(0..=path.len()).filter(is_module).max().unwrap_or(0)];
        let import = path.get(module.len()).and_then(|name| {
            let imports = &self.files.get(module)?.imports;
            imports.iter().find(|import| import.name == *name)
        });
        assert!(depth < 10, "{path:?} is re-exported in a circle");
        let through = import.and_then(|import| self.absolute(module, &import.path));
        through.map_or(module.to_vec(), |path| self.owner(&path, depth + 1))
    }
}

impl File {
    fn parse(text: &str) -> Self {
        let tokens = without_tests(&tokens(text));
        let mut file = File::default();
        let mut at = 0;
        while at < tokens.len() {
            let follows_name = at > 0 && tokens[at - 1] == "::";
            if tokens[at] == "use" {
                let end = at + tokens[at..].iter().position(|token| token == ";").unwrap();
                let is_public = at > 0 && (tokens[at - 1] == "pub" || tokens[at - 1] == ")");
                let mut tree = &tokens[at + 1..end];
                expand(&mut tree, &[], is_public, &mut file.imports);
                at = end;
            } else if is_name(&tokens[at]) && !follows_name {
                let mut path = vec![tokens[at].clone()];
                while tokens.get(at + 1).is_some_and(|token| token == "::")
                    && tokens.get(at + 2).is_some_and(|token| is_name(token))
                {
                    path.push(tokens[at + 2].clone());
                    at += 2;
                }
                // `mod child;` declares, and uses nothing.
                if !(path.len() == 1 && at > 0 && tokens[at - 1] == "mod") {
                    file.paths.insert(path);
                }
            }
            at += 1;
        }
        // A single name is a path only if something is imported by it; a child of that name is something else.
        let imported: BTreeSet<&String> = file.imports.iter().map(|import| &import.name).collect();
        file.paths.retain(|path| path.len() > 1 || imported.contains(&path[0]));
        file
    }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Lists the names of a `use` tree, of which `tree` is what is left to read.
fn expand(tree: &mut &[String], prefix: &[String], is_public: bool, imports: &mut Vec<Import>) {
    let mut path = prefix.to_vec();
    while let Some((token, rest)) = tree.split_first() {
        match token.as_str() {
            "{" => {
                *tree = rest;
                while tree.first().is_some_and(|token| token != "}") {
                    expand(tree, &path, is_public, imports);
                    if tree.first().is_some_and(|token| token == ",") {
                        *tree = &tree[1..];
                    }
                }
                *tree = tree.get(1..).unwrap_or_default();
                return;
            }
            "," | "}" => break,
            "as" => {
                imports.push(Import { name: rest[0].clone(), path, is_public });
                *tree = &rest[1..];
                return;
            }
            "::" => {}
            name => path.push(name.to_owned()),
        }
        *tree = rest;
    }
    if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
        path.pop();
    }
    imports.push(Import { name: path.last().unwrap().clone(), path, is_public });
}

/// Names, `::` and single signs; no comments, texts or lifetimes.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let mut len = first.len_utf8();
        if rest.starts_with("//") {
            len = rest.find('\n').unwrap_or(rest.len());
        } else if let Some(raw) = ["r\"", "br\"", "r#\"", "br#\""].iter().find(|raw| rest.starts_with(**raw)) {
            let end = if raw.contains('#') { "\"#" } else { "\"" };
            len = raw.len() + rest[raw.len()..].find(end).unwrap() + end.len();
        } else if first == '"' {
            len = len_of_string(rest);
        } else if first == '\'' {
            len = len_after_quote(rest);
        } else if rest.starts_with("::") {
            len = 2;
            tokens.push("::".to_owned());
        } else if first.is_alphanumeric() || first == '_' {
            len = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            tokens.push(rest[..len].to_owned());
        } else if !first.is_whitespace() {
            tokens.push(first.to_string());
        }
        rest = &rest[len..];
    }
    tokens
}

fn len_of_string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

/// A character between quotes, or only the quote that a lifetime begins with.
fn len_after_quote(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    let (Some((_, first)), Some((at, second))) = (chars.next(), chars.next()) else { return 1 };
    match (first, second) {
        ('\\', _) => at + 1 + text[at + 1..].find('\'').map_or(0, |quote| quote + 1),
        (_, '\'') => at + 1,
        _ => 1,
    }
}

/// Leaves out what only tests compile.
fn without_tests(tokens: &[String]) -> Vec<String> {
    const START: [&str; 8] = ["#", "[", "cfg", "(", "test", ")", "]", "mod"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at..].iter().zip(START).filter(|(token, start)| token == start).count() < START.len() {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let mut depth = 0;
        loop {
            depth += i32::from(tokens[at] == "{") - i32::from(tokens[at] == "}");
            at += 1;
            if tokens[at - 1] == "}" && depth == 0 {
                break;
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crate_of(files: &[(&str, &str)]) -> Crate {
        let module = |name: &str| name.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
        Crate { files: files.iter().map(|(name, text)| (module(name), File::parse(text))).collect() }
    }

    fn uses(files: &[(&str, &str)]) -> Vec<String> {
        let uses = crate_of(files).uses();
        uses.iter().map(|(from, to)| format!("{} > {}", from.join("::"), to.join("::"))).collect()
    }

    #[test]
    fn what_is_used_is_found_through_re_exports() {
        let parent =
            "mod b;\nmod c;\npub use b::Thing;\npub use c::Other as Another;\nstruct Own;\nfn f() { b::go() }\n";
        let files = [
            ("", "pub mod a;\n"),
            ("a", parent),
            ("a::b", "use super::Another;\n#[cfg(test)]\nmod tests { use super::super::Own; }\n"),
            ("a::c", "// super::b::X\nfn f<'a>(x: &'a str) { super::Own; x == \"super::b::X\"; '\"'; }\n"),
        ];
        assert_eq!(uses(&files), ["a > a::b", "a::b > a::c", "a::c > a"]);
    }

    #[test]
    fn use_trees_are_expanded() {
        let file = File::parse("pub(crate) use super::{a::{self, B as C}, d};\nuse std::fmt;\n");
        let import = |name: &str, path: &str, is_public| {
            let path = path.split("::").map(str::to_owned).collect();
            Import { name: name.into(), path, is_public }
        };
        let expected = [
            import("a", "super::a", true),
            import("C", "super::a::B", true),
            import("d", "super::d", true),
            import("fmt", "std::fmt", false),
        ];
        assert_eq!(file.imports, expected);
    }

    #[test]
    fn what_is_exported_and_used_is_used() {
        let used = [("", ""), ("a", "mod b;\npub use b::Thing;\nfn f(x: Thing) {}\n"), ("a::b", "")];
        assert_eq!(uses(&used), ["a > a::b"]);
        let exported = [("", ""), ("a", "mod b;\npub use b::Thing;\n"), ("a::b", "")];
        assert_eq!(uses(&exported), [""; 0]);
    }
}
