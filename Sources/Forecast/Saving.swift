package import Names

/// What the walked commits would have cost less, had the graph been another.
package struct Saving: Sendable, Hashable {
  package enum Subject: Sendable, Hashable, Comparable {
    /// Without the dependency of the first on the second.
    case edge(ModuleID, on: ModuleID)
    /// With what others need of a module apart from what it is made of.
    case contract(ModuleID)
  }

  package var subject: Subject
  package var cost = Cost()
  /// How many commits would have cost less.
  package var commits = 0

  package init(_ subject: Subject) { self.subject = subject }
}

extension Sequence<Saving> {
  /// Those that save most, as far as they save anything.
  func largest(_ count: Int) -> [Saving] {
    Array(
      filter { $0.cost.all > 0 }
        .sorted { ($1.cost.all, $0.subject) < ($0.cost.all, $1.subject) }
        .prefix(count))
  }
}
