import Arguments

/// The words that may follow on a command line, for the completion scripts of shells.
struct Completions: Sendable, Hashable {
  struct Word: Sendable, Hashable {
    let text: String
    let meaning: String

    init(_ text: String, _ meaning: String = "") {
      self.text = text
      self.meaning = meaning
    }
  }

  /// Lists of words that the shell or Git makes itself.
  enum Source: String, Sendable, Hashable {
    case files, folders, revisions
  }

  private(set) var words: [Word] = []
  private(set) var source: Source?
  private(set) var list: CompletionList?
  /// The part of the argument before the completed word: `--color=`.
  private(set) var prefix = ""

  /// `line` has the words after the program's own name. The last word is being typed.
  init(of line: [String], in table: CommandTable) {
    guard let current = line.last, !line.dropLast().contains("--") else { return }
    var command: CommandSpec?
    var flag: FlagSpec?
    var count = 0
    for word in line.dropLast() {
      if word.hasPrefix("-"), word != "-" {
        flag = (command?.flags ?? FlagSpec.allGlobal).first { $0.takesValue && $0.spellings.contains(word) }
      } else if let pending = flag {
        if pending.arity != .many { flag = nil }
      } else if command == nil {
        command = table.command(named: word)
        if command == nil { return }
      } else {
        count += 1
      }
    }
    let flags = command?.flags ?? FlagSpec.allGlobal
    if let end = current.firstIndex(of: "="), let known = flags.first(where: { $0.name == current[..<end] }) {
      prefix = "\(known.name)="
      if known.takesValue { offer(known.kind, current, table) }
    } else if current.hasPrefix("-") {
      words = flags.flatMap { flag in flag.spellings.map { Word($0, flag.help) } }
    } else if let flag {
      offer(flag.kind, current, table)
    } else if let command, !command.positionals.isEmpty {
      let spec = command.positionals[min(count, command.positionals.count - 1)]
      offer(spec.kind, current, table)
      if case .choice = spec.kind { words = spec.choices.map { Word($0.word, $0.meaning) } }
    } else if command == nil {
      words = table.words
    }
  }

  private mutating func offer(_ kind: ValueKind, _ current: String, _ table: CommandTable) {
    switch kind {
    case .topic: words = table.words + CommandGroup.allCases.map { Word($0.rawValue, table.names(in: $0)) }
    case .choice(let names, _): words = names.map { Word($0) }
    case .revision: source = .revisions
    case .path, .file: source = .files
    case .folder: source = .folders
    case .module: list = .modules
    case .place:
      list = .modules
      if !current.hasPrefix("//") { source = .files }
    case .subject: list = .subjects
    case .tag: list = .tags
    case .task: list = .tasks
    case .watched: list = .watched
    case .template: list = .templates
    case .text, .size, .shard, .date, .integer: break
    }
  }
}

extension CommandTable {
  fileprivate var words: [Completions.Word] { commands.map { Completions.Word($0.name, $0.summary) } }
}

extension FlagSpec {
  /// All spellings of the flag: `-q`, `--quiet`.
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + [name] }
}

enum Shell: String, Sendable, Hashable, CaseIterable {
  case bash, zsh, fish

  var choice: PositionalSpec.Choice {
    switch self {
    case .bash: .init(rawValue, "For bash: append it to ~/.bash_completion")
    case .zsh: .init(rawValue, "For zsh: save it as _ambit in a folder of fpath")
    case .fish: .init(rawValue, "For fish: save it in ~/.config/fish/completions")
    }
  }
}

/// The kinds of words that a workspace can complete. Each kind is a case here, and a line in
/// `CompletionWords`.
enum CompletionList: Sendable, Hashable {
  /// Ids of modules and packages, and names of modules that are unique.
  case modules
  /// The same, and teams: the words of `ambit show`.
  case subjects
  case tags
  /// Tasks, and the modules and packages that limit them.
  case tasks
  /// The words of `ambit watch`.
  case watched
  /// The templates of `ambit new`.
  case templates
}
