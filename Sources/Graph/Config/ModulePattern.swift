package import Base

/// A pattern for the modules that a setting is for.
///
/// `//Packages/Core:Core` is one module, and `//Packages/Core` all modules of one package. `//` is all of the root's
/// package, and `Core` the modules of that name anywhere. `*`, `?`, `[...]` and `{a,b}` may be in both parts, `**` in
/// the folder: `//Packages/Pay*`, `//Features/*:*`, `*Tests`.
package struct ModulePattern: Sendable, Hashable, CustomStringConvertible {
  /// The pattern as written.
  package let text: String
  /// The folder of the package; nil for any folder.
  private let folder: Glob?
  /// The name of the module; nil for any name.
  private let name: Glob?

  package init(_ text: String) throws(Failure) {
    if let problem = Self.problem(in: text) { throw .invalidPattern(text, problem) }
    self.init(valid: text)
  }

  /// `problem(in:)` checks the text, not this initialiser.
  init(valid text: String) {
    self.text = text
    let (folder, name) = Self.split(text) ?? (nil, nil)
    self.folder = folder.map { Glob(RelativePath($0).description) }
    self.name = name.map { Glob($0) }
  }

  /// Returns the reason why a text is no pattern, or nil.
  static func problem(in text: String) -> String? {
    guard let (folder, name) = split(text) else {
      return "expected \"//Folder:Module\", \"//Folder\" or \"Module\""
    }
    return [folder, name].lazy.compactMap { $0.flatMap { $0.isEmpty ? nil : Glob.problem(in: $0) } }.first
  }

  private static func split(_ text: String) -> (folder: String?, name: String?)? {
    guard text.hasPrefix("//") else {
      let isName = !text.isEmpty && !text.contains("/") && !text.contains(":")
      return isName ? (nil, text) : nil
    }
    let body = text.dropFirst(2)
    guard !body.hasPrefix("/") else { return nil }
    // A module's name has no colon, but a folder's may.
    guard let colon = body.lastIndex(of: ":") else { return (String(body), nil) }
    let name = body[body.index(after: colon)...]
    guard !name.isEmpty, !name.contains("/") else { return nil }
    return (String(body[..<colon]), String(name))
  }

  package func matches(_ module: ModuleID) -> Bool {
    matches(package: module.package) && (name?.matches(RelativePath(module.name)) ?? true)
  }

  /// Returns true when the pattern can match modules of the package in `folder`.
  package func matches(package folder: RelativePath) -> Bool {
    self.folder?.matches(folder) ?? true
  }

  /// True when the pattern stands for all modules of packages.
  package var isForPackages: Bool { name == nil }

  /// True when the pattern is only a name, which modules of any folder may have.
  package var isForAnyFolder: Bool { folder == nil }

  /// Returns true when the pattern matches an imported name that no module of the workspace has.
  package func matches(outsideModule name: String) -> Bool {
    isForAnyFolder && matches(ModuleID(package: .root, name: name))
  }

  package var description: String { text }
}

extension Failure {
  package static let invalidPatternCode = "invalid-module-pattern"
  package static let namingHint = "write a module as //Packages/Core:Core, a package as //Packages/Core"

  package static func invalidPattern(_ text: String, _ problem: String) -> Failure {
    Failure(
      code: invalidPatternCode,
      message: "\(ConfigValue.quote(text)) is not a valid module pattern: \(problem)", hints: [namingHint])
  }
}

extension ModulePattern: ConfigDecodable {
  init(_ value: ConfigValue) throws(Failure) {
    let text = try String(value)
    do throws(Failure) {
      try self.init(text)
    } catch {
      throw value.invalid("\(error.message) (in \"\(value.name)\")")
    }
  }
}

/// A module pattern of workspace.json that matches nothing. Most likely it is a typing error, by which a declared input
/// or dependency is lost unseen.
package struct UnmatchedPattern: Sendable, Hashable {
  /// The key of the pattern: `modules`, `modules.//Packages/Core.dependsOn`.
  package let place: String
  package let pattern: ModulePattern
}

extension WorkspaceConfig {
  /// Returns the patterns that match none of `modules`, in the order of the sections. `packages` has the workspace's
  /// package folders: a pattern for a package without modules is not unmatched.
  package func unmatchedPatterns(
    modules: [ModuleID], packages: [RelativePath] = []
  ) -> [UnmatchedPattern] {
    allModulePatterns.filter { used in
      !modules.contains { used.pattern.matches($0) }
        && !(used.pattern.isForPackages && packages.contains { used.pattern.matches(package: $0) })
    }
  }

  private var allModulePatterns: [UnmatchedPattern] {
    var all: [UnmatchedPattern] = []
    func add(_ place: String, _ patterns: [ModulePattern]) {
      all += patterns.map { UnmatchedPattern(place: place, pattern: $0) }
    }
    for entry in lockfiles { add("lockfiles.\(entry.path)", entry.packages) }
    for rule in owners.rules {
      if case .modules(let pattern) = rule.match { add("owners.rules", [pattern]) }
    }
    for entry in self.modules {
      add("modules", [entry.pattern])
      add("modules.\(entry.pattern).dependsOn", entry.settings.dependsOn)
    }
    add("tags", tags.map(\.match))
    for rule in rules.onlyImportedBy { add("rules.onlyImportedBy", rule.by) }
    for rule in rules.forbidden {
      add("rules.forbidden", rule.from)
      // A name alone may stand for a module outside of the workspace.
      add("rules.forbidden", rule.to.filter { !$0.isForAnyFolder })
    }
    add("rules.stable", rules.stable.compactMap(\.match))
    add("rules.pins", rules.pins.map(\.match))
    add("rules.metrics", rules.metrics.map(\.match))
    add("release.tags", release.tags.map(\.match))
    add("xcode.run", xcode.run.map(\.match))
    for task in tasks {
      add(
        "tasks.\(task.name).match",
        task.match.compactMap { if case .modules(let pattern) = $0 { pattern } else { nil } })
    }
    return all
  }
}
