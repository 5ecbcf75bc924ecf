import Config
import ContentKeys
import ModuleGraph
import Support

/// What the lockfiles of a workspace, taken together, pin packages to.
struct ExternalPins {
  enum Pin: Equatable {
    case commit(String)
    /// Lockfiles disagree.
    case several
  }

  private var pins: [String: Pin] = [:]

  subscript(_ identity: String) -> Pin? { pins[identity] }

  /// Lockfiles that nobody can read pin nothing.
  init(_ graph: WorkspaceGraph, _ config: WorkspaceConfig, _ tree: any FileTree) throws {
    let paths = Set(graph.packages.flatMap { config.lockfiles(serving: $0.folder) })
    for path in paths.sorted() {
      guard let bytes = try tree.contents(of: path), let commits = try? Lockfile.commits(in: bytes) else {
        continue
      }
      for (identity, commit) in commits { add(.commit(commit), for: identity) }
    }
  }

  private mutating func add(_ pin: Pin, for identity: String) {
    pins[identity] = pins[identity].map { $0 == pin ? pin : .several } ?? pin
  }
}
