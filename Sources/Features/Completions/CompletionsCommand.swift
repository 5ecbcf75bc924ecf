import Arguments
import Base
import Graph
import Session

/// `ambit completions`: prints a script for a shell, or the words that the script asks for.
struct CompletionsCommand: CommandWithOptions {
  let options: CompletionsOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    guard let line = options.line else {
      console.answer(CompletionScripts.script(for: options.shell))
      return .success
    }
    let next = Completions(of: line, in: Ambit.table)
    console.answer(
      (next.source.map { ":\($0.rawValue)\n" } ?? "") + next.words.map { text($0, next) }.joined())
    guard let list = next.list else { return .success }
    let words = try CompletionWords.words(list, world, global)
    console.answer(words.map { text($0, next) }.joined())
    return .success
  }

  /// bash takes words alone; the other shells show meanings too.
  private func text(_ word: Completions.Word, _ next: Completions) -> String {
    let hasMeaning = options.shell != .bash && !word.meaning.isEmpty
    return next.prefix + word.text + (hasMeaning ? "\t\(Text.escapingControls(word.meaning))" : "") + "\n"
  }
}

/// The words of the workspace that the command runs in.
enum CompletionWords {
  static func words(
    _ list: CompletionList, _ world: World, _ global: GlobalOptions
  ) throws(Failure) -> [Completions.Word] {
    if list == .templates { return try templates(world, global) }
    let session = try Session.open(world, global, SelectionOptions())
    let graph = try session.wholeWorkspace(kinds: .packagesAndProjects).headWithProjects
    let config = session.workspace.config
    let words: [Completions.Word]
    switch list {
    case .modules: words = modules(graph)
    case .subjects:
      words =
        modules(graph) + teams(graph, config, session) + [.init("teams", "all teams")]
    case .tags: words = ModuleTags(graph, config).all.sorted().map { .init($0) }
    case .tasks: words = tasks(config) + modules(graph).filter { $0.text.hasPrefix("//") }
    case .templates: words = []
    case .watched: words = ["test", "build", "lint"].map { .init($0) } + tasks(config)
    }
    // A word with control characters is left out: the shell would show other characters than it inserts.
    return words.filter { Text.escapingControls($0.text) == $0.text }
  }

  /// Ids, whole packages, and names that mean one module.
  private static func modules(_ graph: WorkspaceGraph) -> [Completions.Word] {
    let listed = graph.listedModules.map { $0 }
    let ids = listed.map { Completions.Word($0.id.description, $0.kind.rawValue) }
    let packages = graph.packages.filter { !$0.isMissing }
      .map { Completions.Word("//\($0.folder)", "package") }
    let byName = Dictionary(grouping: listed, by: \.id.name).filter { $1.count == 1 }
    let names = byName.map { Completions.Word($0, $1.first?.id.description ?? "") }
    return packages + ids + names.sorted { $0.text < $1.text }
  }

  /// The templates. They need no graph, and a broken template still has a name.
  private static func templates(
    _ world: World, _ global: GlobalOptions
  ) throws(Failure) -> [Completions.Word] {
    PackageTemplate.names(in: try WorkspaceLocation.find(world, global).root)
      .filter { Text.escapingControls($0) == $0 }.map { Completions.Word($0) }
  }

  private static func tasks(_ config: WorkspaceConfig) -> [Completions.Word] {
    config.tasks.map { .init($0.name, $0.command.joined(separator: " ")) }
  }

  /// The teams. A team has a prefix where its name alone would mean a module too.
  private static func teams(
    _ graph: WorkspaceGraph, _ config: WorkspaceConfig, _ session: Session
  ) -> [Completions.Word] {
    let resolver = session.workspace.knownOwners().resolver
    let owners = graph.listedModules.flatMap { resolver.owners(of: $0).owners }
    let modules = Set(graph.listedModules.map(\.id.name))
    return Set(owners).union(config.teams.keys).sorted().map { team in
      Completions.Word(modules.contains(team) ? "team:\(team)" : team, config.teams[team]?.name ?? "team")
    }
  }
}

struct CompletionsOptions: CommandOptions {
  let shell: Shell
  /// The words of a command line. The last word is being typed. nil asks for the script.
  let line: [String]?

  init(_ arguments: ParsedArguments) throws(Failure) {
    shell = try arguments.choice(at: 0)
    line = arguments.has(.list) ? arguments.passthrough.map { $0.text ?? "" } : nil
  }
}

extension FlagSpec {
  static let list = toggle("list", "Print the possible next words, for the script")
}

extension CompletionsCommand {
  static let spec = CommandSpec(
    "completions", .machine, "Print the completion script for your shell",
    discussion: [
      "The script completes commands, flags, values, modules, packages, teams, tags, tasks, templates and "
        + "Git revisions."
    ],
    positionals: [
      PositionalSpec("SHELL", choices: Shell.allCases.map(\.choice), required: true, "The shell")
    ],
    flags: [.list],
    passthrough: PassthroughSpec(
      placeholder: "WORD...", help: "With --list: the words typed after 'ambit'"),
    examples: [
      Example("ambit completions bash >> ~/.bash_completion", "for bash"),
      Example("ambit completions zsh > ~/.zfunc/_ambit", "for zsh, with ~/.zfunc in fpath"),
      Example("ambit completions fish > ~/.config/fish/completions/ambit.fish", "for fish"),
    ]
  )

  var usesCache: Bool { options.line != nil }
  var concernsBuilds: Bool { false }
}
