import Platform

/// The graphs of the last commits that were looked at, for a walk from one to the next.
package final class GraphShelf: Sendable {
  /// A walk asks for the one before.
  private static let room = 4

  private let kept = Guarded<[(name: String, revision: LoadedRevision)]>([])

  package init() {}

  subscript(name: String) -> LoadedRevision? {
    get { kept.with { kept in kept.last { $0.name == name }?.revision } }
    set {
      guard let newValue else { return }
      kept.with { kept in
        kept.removeAll { $0.name == name }
        kept.append((name, newValue))
        if kept.count > Self.room { kept.removeFirst() }
      }
    }
  }
}
