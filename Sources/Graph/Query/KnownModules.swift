package import Base

/// Finds modules by their names: `//Packages/Core:Core`, `//Packages/Core`, `Core`, or globs of them.
package struct KnownModules: Sendable {
  private let ids: [ModuleID]
  // Most names are no globs, and a search through all modules takes long.
  private let byPackage: [RelativePath: [ModuleID]]
  private let byName: [String: [ModuleID]]

  package enum Problem: Error, Sendable, Hashable {
    case invalid(reason: String)
    case unknown(nearest: String?)
    /// Several modules have the name. The user must choose, since another team's module may not be meant.
    case ambiguous([ModuleID])
  }

  package init(_ ids: [ModuleID]) {
    self.ids = ids
    byPackage = Dictionary(grouping: ids, by: \.package)
    byName = Dictionary(grouping: ids, by: \.name)
  }

  /// Returns at least one module, in the order of the given ids.
  package func modules(named text: String) throws(Problem) -> [ModuleID] {
    if let problem = ModulePattern.problem(in: text) { throw .invalid(reason: problem) }
    let pattern = ModulePattern(valid: text)
    let candidates = Self.isGlob(text) ? ids : byName[text] ?? byPackage[Self.folder(of: text)] ?? []
    let found = candidates.filter(pattern.matches)
    guard !found.isEmpty else { throw .unknown(nearest: nearest(to: text)) }
    guard found.count == 1 || Self.isGlob(text) || !pattern.isForAnyFolder else { throw .ambiguous(found) }
    return found
  }

  private static func isGlob(_ text: String) -> Bool { text.contains { "*?[{\\".contains($0) } }

  /// Returns the folder in a name that begins with slashes.
  private static func folder(of text: String) -> RelativePath {
    guard text.hasPrefix("//") else { return .root }
    let body = text.dropFirst(2)
    return RelativePath(String(body.lastIndex(of: ":").map { body[..<$0] } ?? body))
  }

  private func nearest(to text: String) -> String? {
    let candidates = text.hasPrefix("//") ? ids.map(\.description) + packages : ids.map(\.name)
    return Failure.nearest(to: text, among: Set(candidates).sorted())
  }

  private var packages: [String] { byPackage.keys.map { "//\($0)" } }
}

extension Failure {
  /// Makes the failure for a name. `other` is something else with the name that may be meant.
  static func query(_ problem: KnownModules.Problem, _ word: QueryWord, nearest other: String?) -> Failure {
    let name = quoted(word.text)
    switch problem {
    case .invalid(let reason):
      return .query(
        .invalidPattern, "\(name) is not a module name: \(reason)", at: word.place, nearest: other)
    case .unknown(let nearest):
      return .query(
        .unknownModule, "there is no module \(name) in this workspace", at: word.place,
        nearest: other ?? nearest)
    case .ambiguous(let modules):
      return .query(
        .ambiguousModule, "\(name) is the name of \(modules.count) modules", at: word.place,
        choices: modules.map(\.description))
    }
  }
}
