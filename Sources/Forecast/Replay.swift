package import AffectedGraph

/// Past commits, the newest first, with what each reached.
package struct Replay: Sendable, Hashable {
  package struct Commit: Sendable, Hashable {
    package enum Finding: Sendable, Hashable {
      /// What the change affects by itself: nodes of the graph of that number.
      case seeds([Int], graph: Int)
      /// Nobody can say what it reaches, for this reason: everything has to run.
      case unknown(String)
    }

    package var id: String
    package var parent: String
    /// In seconds since 1970.
    package var time: Int
    package var finding: Finding
    /// Why more was selected than the change alone asks for.
    package var note: String?

    package init(id: String, parent: String, time: Int, finding: Finding, note: String? = nil) {
      self.id = id
      self.parent = parent
      self.time = time
      self.finding = finding
      self.note = note
    }
  }

  package var graphs: [ReachGraph]
  package var commits: [Commit]

  package init(graphs: [ReachGraph] = [], commits: [Commit] = []) {
    self.graphs = graphs
    self.commits = commits
  }

  /// The graph that stands for what is there now.
  package var newestGraph: ReachGraph? {
    commits.lazy.compactMap { commit in
      if case .seeds(_, let graph) = commit.finding { self.graphs[graph] } else { nil }
    }.first
  }
}
