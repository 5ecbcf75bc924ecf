import Arguments
import Base
import Reports
import Session
import Store

/// Finds build states by the beginning of a commit or a key.
struct StateChoice {
  let states: [BuildStateEntry]

  func states(_ chosen: StateOptions.Chosen) throws(Failure) -> [BuildStateEntry] {
    switch chosen {
    case .all: return states
    case .named(let names):
      var found: [BuildStateEntry] = []
      for name in names { found += try states(named: name.lowercased()).filter { !found.contains($0) } }
      return found
    }
  }

  /// All states of one commit, or one state by its key.
  private func states(named name: String) throws(Failure) -> [BuildStateEntry] {
    let ofCommits = states.filter { $0.summary.commit.hasPrefix(name) }
    let byKey = states.filter { !ofCommits.contains($0) && $0.key.description.hasPrefix(name) }
    let commits = Set(ofCommits.map(\.summary.commit)).sorted()
    let found = commits + byKey.map(\.key.description)
    guard !found.isEmpty else { throw unknown(name) }
    guard found.count == 1 else {
      let list = NameList.text(found.map { String($0.prefix(12)) }, room: 80)
      throw Failure(
        code: "ambiguous-state", message: "\(found.count) commits or keys begin with \"\(name)\"",
        hints: ["add more characters: \(list)"])
    }
    return ofCommits + byKey
  }

  private func unknown(_ name: String) -> Failure {
    guard !states.isEmpty else {
      return Failure(
        code: "unknown-state", message: "no build state is kept, so none begins with \"\(name)\"")
    }
    let candidates = Set(states.flatMap { [$0.summary.commit, $0.key.description] })
    let nearest = NearestName.suggestion(for: name, among: candidates.map { String($0.prefix(name.count)) })
    return Failure(
      code: "unknown-state", message: "no build state has a commit or key that begins with \"\(name)\"",
      hints: (nearest.map { ["did you mean '\($0)'?"] } ?? []) + ["list them: `ambit cache state list`"])
  }
}
