import Base
import Foundation
import ProgramSupport
import Testing

/// The cases of one run, in groups that share a cache: a larger cache takes longer to read than it saves.
///
/// `AMBIT_RANDOM_EDITS=1000` makes that many; `AMBIT_RANDOM_SEED=77` starts there.
struct RandomCases: Sendable {
  private let first: Int
  private let count: Int
  private let homes = Guarded<[Int: String]>([:])
  private static let groupSize = 40

  init(perRun count: Int) {
    first = Self.number("AMBIT_RANDOM_SEED") ?? 1
    self.count = Self.number("AMBIT_RANDOM_EDITS") ?? count
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  var all: [RandomCase] { (first..<first + count).map { RandomCase(seed: UInt64($0)) } }

  /// The cache of the case's group, in which the first to ask waits for all manifests of the group.
  func cacheHome(for random: RandomCase) throws -> String {
    let group = (Int(random.seed) - first) / Self.groupSize
    return try homes.with { homes in
      if let home = homes[group] { return home }
      let start = first + group * Self.groupSize
      let cases = (start..<min(start + Self.groupSize, first + count)).map { RandomCase(seed: UInt64($0)) }
      let home = try WarmManifests.cacheHome(knowing: cases.reduce(into: []) { $0.formUnion($1.manifests) })
      homes[group] = home
      return home
    }
  }
}

extension RandomCase {
  /// The case on disk: the base committed on `main`, the edits in the state that the case ends with.
  func played(cacheHome: String) throws -> ScenarioFolder {
    let before = base.files
    let after = head.files
    let folder = try ScenarioFolder(cacheHome: cacheHome)
    _ = try folder.start(WorkspaceSketch([], files: before), prepare: [])
    var effects: [String: String?] = after.filter { before[$0.key] != $0.value }.mapValues { .some($0) }
    for path in before.keys where after[path] == nil { effects[path] = .some(nil) }
    try folder.apply(effects)
    if case .run(let script) = ending { try folder.sh(script) }
    return folder
  }

  /// Records an issue with the smallest version of the case in which `problem` still finds something.
  func check(_ problem: (RandomCase) throws -> String?) throws {
    guard try problem(self) != nil else { return }
    let (small, words) = try shrunk(problem)
    Issue.record("\(words)\n\(small.testDescription)\n\(small.difference)")
  }

  /// Found by leaving out one thing at a time.
  private func shrunk(_ problem: (RandomCase) throws -> String?) throws -> (RandomCase, String) {
    var current = self
    var words = try problem(self) ?? "it does not fail again"
    search: while true {
      for candidate in current.smaller {
        guard let found = try problem(candidate) else { continue }
        current = candidate
        words = found
        continue search
      }
      return (current, words)
    }
  }

  private var difference: String {
    let old = base.files
    let new = head.files
    let changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
    let manifests = head.sketch.packages.map(\.manifestText)
    return changed.map { "--- \($0)\n\(old[$0] ?? "(absent)")\n+++\n\(new[$0] ?? "(absent)")" }
      .joined(separator: "\n") + "\n" + manifests.joined(separator: "\n")
  }
}
