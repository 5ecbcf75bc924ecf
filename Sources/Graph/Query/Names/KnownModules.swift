package import Base

/// What names of modules stand for: `//Packages/Core:Core`, `//Packages/Core`, `Core`, or globs of them.
package struct KnownModules: Sendable {
  private let ids: [ModuleID]
  // Most names are no globs, and lists of them are long.
  private let byPackage: [RelativePath: [ModuleID]]
  private let byName: [String: [ModuleID]]

  package enum Problem: Error, Sendable, Hashable {
    case invalid(ModulePatternError)
    case unknown(nearest: String?)
    /// A bare name must mean one thing: that of another team's module of the same name is not meant.
    case ambiguous([ModuleID])
  }

  package init(_ ids: [ModuleID]) {
    self.ids = ids
    byPackage = Dictionary(grouping: ids, by: \.package)
    byName = Dictionary(grouping: ids, by: \.name)
  }

  /// At least one; sorted as they were given.
  package func modules(named text: String) throws(Problem) -> [ModuleID] {
    let pattern: ModulePattern
    do throws(ModulePatternError) {
      pattern = try ModulePattern(text)
    } catch {
      throw .invalid(error)
    }
    let candidates = Self.isGlob(text) ? ids : byName[text] ?? byPackage[Self.folder(of: text)] ?? []
    let found = candidates.filter(pattern.matches)
    guard !found.isEmpty else { throw .unknown(nearest: nearest(to: text)) }
    guard found.count == 1 || Self.isGlob(text) || !pattern.isForAnyFolder else { throw .ambiguous(found) }
    return found
  }

  private static func isGlob(_ text: String) -> Bool { text.contains { "*?[{\\".contains($0) } }

  /// The folder that a name which begins with slashes speaks of.
  private static func folder(of text: String) -> RelativePath {
    guard text.hasPrefix("//") else { return .root }
    let body = text.dropFirst(2)
    return RelativePath(String(body.lastIndex(of: ":").map { body[..<$0] } ?? body))
  }

  private func nearest(to text: String) -> String? {
    let candidates = text.hasPrefix("//") ? ids.map(\.description) + packages : ids.map(\.name)
    return QueryError.nearest(to: text, among: Set(candidates).sorted())
  }

  private var packages: [String] { byPackage.keys.map { "//\($0)" } }
}

extension QueryError {
  /// `nearest` is what else may have been meant.
  init(_ problem: KnownModules.Problem, _ word: QueryWord, nearest other: String?) {
    switch problem {
    case .invalid(let error):
      self.init(
        .invalidPattern, "\(QueryError.quoted(word.text)) is no name of modules: \(error.reason)",
        at: word.place, nearest: other)
    case .unknown(let nearest):
      self.init(
        .unknownModule, "there is no module \(QueryError.quoted(word.text)) in this workspace",
        at: word.place, nearest: other ?? nearest)
    case .ambiguous(let modules):
      self.init(
        .ambiguousModule, "\(QueryError.quoted(word.text)) is the name of \(modules.count) modules",
        at: word.place,
        choices: modules.map(\.description))
    }
  }
}
