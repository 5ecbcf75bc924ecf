import Base
import Graph
import Reports
import Session
import SwiftSources

/// Finds the sources that mention a changed declaration. They use the module directly and contain the declaration's
/// name.
///
/// This finds more than the sources that break, since a name may mean something else. The report says so.
struct InterfaceUsers {
  private let revision: InterfaceRevision

  init(_ revision: InterfaceRevision) { self.revision = revision }

  /// Returns the users of each change, sorted. A compatible change has none.
  func users(of changes: [SurfaceChange], in id: ModuleID) throws(Failure) -> [[InterfaceDiffReport.User]] {
    let words = Set(changes.filter(Self.isSought).map(\.word))
    guard !words.isEmpty, let target = revision.graph.index(of: id) else { return changes.map { _ in [] } }
    var found: [String: [InterfaceDiffReport.User]] = [:]
    for (_, module) in revision.graph.modules.numbered where uses(module, target) {
      try look(into: module, for: words, &found)
    }
    return changes.map { change in
      guard Self.isSought(change) else { return [] }
      return (found[change.word] ?? []).filter { !change.isWithinPackage || $0.module.package == id.package }
    }
  }

  private static func isSought(_ change: SurfaceChange) -> Bool {
    change.verdict != .compatible && !change.word.isEmpty
  }

  private func uses(_ module: ModuleNode, _ target: ModuleIndex) -> Bool {
    module.edges.contains { $0.target == target && ($0.kind == .dependency || $0.kind == .undeclaredImport) }
  }

  private func look(
    into module: ModuleNode, for words: Set<String>, _ found: inout [String: [InterfaceDiffReport.User]]
  ) throws(Failure) {
    let tree = revision.workspaceTree
    let files = try Failure.wrapping { try ModuleSources(tree).files(of: module) }
    for file in files where file.language != .moduleMap {
      let bytes = try Failure.wrapping { try tree.contents(of: file.path) } ?? []
      for (word, lines) in WordSites.lines(of: words, in: bytes) {
        found[word, default: []].append(.init(module: module.id, file: "\(file.path)", lines: lines))
      }
    }
  }
}
