package import Arguments
package import Base
package import Graph

/// The names of modules in a file or on standard input, as `ambit query` writes them.
package struct ModuleList {
  /// The source of the list, for messages.
  let place: String
  let entries: [Argument]

  /// The name of a module is never longer.
  private static let longestName = 8192
  private static let hint =
    "`--modules -` reads names from standard input: ambit query 'tests(Core)' | ambit test --modules -"

  /// Returns nil where no list is asked for.
  static func read(_ file: Argument?, allowsEmpty: Bool, _ world: World) throws(Failure) -> ModuleList? {
    guard let file else { return nil }
    let isInput = file == "-"
    let place = isInput ? "standard input" : file.quoted
    let bytes = isInput ? try world.requiredInput(hint: hint) : try contents(of: file, world)
    let separator: UInt8 = bytes.contains(0) ? 0 : UInt8(ascii: "\n")
    let entries = bytes.split(separator: separator).map { Argument($0) }
    if let long = entries.first(where: { $0.bytes.count > longestName }) {
      throw Failure(
        code: "usage", message: "a module name of \(long.bytes.count) bytes is too long: \(long.quoted)",
        hints: ["a list has one name per line, or names separated by NUL"])
    }
    if entries.isEmpty, !allowsEmpty { throw refusal(place) }
    return ModuleList(place: place, entries: entries)
  }

  private static func contents(of file: Argument, _ world: World) throws(Failure) -> [UInt8] {
    guard let bytes = LocalFiles.read(world.absoluteText(file.bytes)) else {
      throw Failure(
        code: "unreadable-input", message: "the list of modules in \(file.quoted) cannot be read",
        hints: ["`--modules` takes a file with one name per line, or '-' for standard input"])
    }
    return bytes
  }

  /// The program that writes the list may have failed. Then nothing would be tested.
  private static func refusal(_ place: String) -> Failure {
    Failure(
      code: "no-modules", message: "the list of modules from \(place) is empty, so nothing is selected",
      hints: [
        "check the command that wrote it; in a script, `set -o pipefail` shows failures", EmptyByMistake.hint,
      ])
  }
}

extension ModuleLookup {
  /// Returns the modules that a list names. A printed id means exactly that module, even if it looks like a glob.
  func modules(in list: ModuleList) throws(Failure) -> Set<ModuleID> {
    let printed = Dictionary(grouping: ids) { Text.escapingControls($0.description) }
    var found: Set<ModuleID> = []
    for entry in list.entries {
      if let exact = printed[entry.description] {
        found.formUnion(exact)
      } else {
        do throws(Failure) {
          found.formUnion(try modules(matching: [entry]) ?? [])
        } catch {
          throw Failure(
            code: error.code, message: "\(error.message), but the list from \(list.place) names it",
            hints: error.hints)
        }
      }
    }
    return found
  }

  /// Returns the modules that arguments and list name together. Returns nil when there is neither, so that all pass.
  package func modules(matching arguments: [Argument], and list: ModuleList?) throws(Failure) -> Set<
    ModuleID
  >? {
    let named = try modules(matching: arguments)
    guard let list else { return named }
    return try modules(in: list).union(named ?? [])
  }
}

/// Keeps the modules that the command line asks for, by name and by tag.
package struct ModuleFilter {
  /// nil means all.
  private let named: Set<ModuleID>?
  private let tags: [String]
  private let notTags: [String]
  private let config: WorkspaceConfig

  package init(
    _ options: SelectionOptions, named: NamedModules?, graph: WorkspaceGraph, config: WorkspaceConfig
  ) throws(Failure) {
    if !options.allowsEmpty { try EmptyByMistake.refuseTags(options, graph, config) }
    self.named = named?.kept
    tags = options.tags
    notTags = options.notTags
    self.config = config
  }

  package func keeps(_ id: ModuleID) -> Bool {
    guard named?.contains(id) ?? true else { return false }
    guard !tags.isEmpty || !notTags.isEmpty else { return true }
    let own = config.tags(of: id)
    return tags.allSatisfy(own.contains) && !notTags.contains(where: own.contains)
  }
}

extension Session {
  package func filter(_ options: SelectionOptions, _ graph: WorkspaceGraph) throws(Failure) -> ModuleFilter {
    try ModuleFilter(
      options, named: try named(options, graph), graph: graph, config: workspace.config)
  }
}
