import Base
import Graph

/// Past commits with the modules that each affected, the newest first.
struct Replay: Sendable, Hashable {
  struct Module: Sendable, Hashable {
    let id: ModuleID
    let kind: ModuleKind

    init(_ id: ModuleID, _ kind: ModuleKind) {
      self.id = id
      self.kind = kind
    }
  }

  struct Commit: Sendable, Hashable {
    enum Finding: Sendable, Hashable {
      /// The modules that the commit affects, as indices in the list of that number, in order.
      case reached([Int], list: Int)
      /// The affected modules are not known, for this reason. All tests have to run.
      case unknown(String)
    }

    var id: String
    var parent: String
    /// The time in seconds since 1970.
    var time: Int
    var finding: Finding
    /// The reason why more modules were selected than the change alone affects.
    var note: String?

    init(id: String, parent: String, time: Int, finding: Finding, note: String? = nil) {
      self.id = id
      self.parent = parent
      self.time = time
      self.finding = finding
      self.note = note
    }
  }

  /// The lists of all modules at the commits. Most commits share one list.
  var lists: [[Module]]
  var commits: [Commit]

  init(lists: [[Module]] = [], commits: [Commit] = []) {
    self.lists = lists
    self.commits = commits
  }
}

/// The number of test modules that past commits would have run, of all that were there at each.
struct ReplayShare: Sendable, Hashable {
  var commits = 0
  var selected = 0
  var all = 0
  /// The number of commits that affected no test.
  var idle = 0
  /// The number of commits that cannot be judged. For these all tests count.
  var unknown = 0

  init() {}

  /// The selected part of all tests; nil when there was no test.
  var part: Double? { all > 0 ? Double(selected) / Double(all) : nil }

  /// Adds commits. `usual` is the number of tests at a commit that cannot be judged.
  mutating func add(_ replay: Replay, usual: Int) {
    for commit in replay.commits {
      commits += 1
      switch commit.finding {
      case .reached(let places, let list):
        let modules = replay.lists[list]
        let tests = places.count { modules[$0].kind.isTest }
        selected += tests
        all += modules.count { $0.kind.isTest }
        idle += tests == 0 ? 1 : 0
      case .unknown:
        selected += usual
        all += usual
        unknown += 1
      }
    }
  }
}

extension Replay.Module: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(id, kind) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(try reader.value(), try reader.value())
  }
}

/// The cost of one commit, and the cost of running everything.
struct CommitForecast: Sendable, Hashable {
  struct Share: Sendable, Hashable {
    var modules = 0
    var tests = 0
    var cost = Cost()

    mutating func add(_ kind: ModuleKind, _ cost: Cost) {
      modules += 1
      if kind.isTest { tests += 1 }
      self.cost += cost
    }

    static func += (left: inout Share, right: Share) {
      left.modules += right.modules
      left.tests += right.tests
      left.cost += right.cost
    }
  }

  var selected = Share()
  var everything = Share()

  init() {}
}

extension CommitForecast {
  /// - `reached`: indices in `modules`.
  init(_ modules: [Replay.Module], reached: [Int], _ costs: ModuleCosts) {
    for module in modules { everything.add(module.kind, costs.cost(of: module.id, module.kind)) }
    for module in reached.map({ modules[$0] }) {
      selected.add(module.kind, costs.cost(of: module.id, module.kind))
    }
  }
}
