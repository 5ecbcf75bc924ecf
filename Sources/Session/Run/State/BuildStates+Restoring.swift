package import Base
import GitBridge
import Graph
package import Runner
package import Store

extension BuildStates {
  /// The result for one scratch folder.
  package struct Restoration {
    package enum Outcome {
      case restored(BuildStateEntry)
      case alreadyThere
      /// No state of the commit or its ancestors exists.
      case nothingFound
      case refused(Warning)
    }

    package let group: BuildGroup
    package let outcome: Outcome

    var warning: Warning? {
      if case .refused(let warning) = outcome { warning } else { nil }
    }
  }

  /// Restores the missing scratch folders, which are all locked. Each is restored whole or not at all.
  ///
  /// Files get their times before any folder appears. A killed process leaves nothing that looks like a warm scratch
  /// folder. `replacing` also replaces existing folders, each once its state is unpacked beside it.
  package func restore(
    _ groups: [BuildGroup], replacing: Bool = false, under claim: ScratchClaim
  ) -> [Restoration] {
    var waiting: [Waiting] = []
    var done: [Restoration] = []
    bringNearest(to: groups.filter { replacing || !isThere($0) })
    for group in groups {
      if !replacing, isThere(group) {
        done.append(Restoration(group: group, outcome: .alreadyThere))
      } else if let entry = nearest(to: group) {
        do throws(Failure) {
          waiting.append(try unpack(entry, for: group, replacing: replacing))
        } catch {
          done.append(Self.refusal(of: group, error))
        }
      } else {
        done.append(Restoration(group: group, outcome: .nothingFound))
      }
    }
    do throws(Failure) {
      if replacing { waiting.forEach { Self.removeFolder(of: $0.group) } }
      if !waiting.isEmpty { try setTimes(for: waiting.map(\.state)) }
      done += waiting.map(Self.publish)
    } catch {
      waiting.forEach { $0.state.abandon() }
      done += waiting.map { Self.refusal(of: $0.group, error) }
    }
    return done.sorted { $0.group.name < $1.group.name }
  }

  /// A state that is unpacked and not yet in place.
  private struct Waiting {
    let group: BuildGroup
    let entry: BuildStateEntry
    let state: UnpackedState
  }

  private func unpack(_ entry: BuildStateEntry, for group: BuildGroup, replacing: Bool) throws(Failure)
    -> Waiting
  {
    Waiting(
      group: group, entry: entry,
      state: try store.unpack(entry, for: group.scratchFolder, replacing: replacing))
  }

  /// Moves the folder aside before its files are removed. A killed process then leaves no half of it at its place.
  private static func removeFolder(of group: BuildGroup) {
    let aside = "\(group.scratchFolder).replaced"
    LocalFiles.removeTree(aside)
    if LocalFiles.move(group.scratchFolder, to: aside) { LocalFiles.removeTree(aside) }
  }

  private static func publish(_ waiting: Waiting) -> Restoration {
    do throws(Failure) {
      try waiting.state.publish()
      return Restoration(group: waiting.group, outcome: .restored(waiting.entry))
    } catch {
      return refusal(of: waiting.group, error)
    }
  }

  private func setTimes(for states: [UnpackedState]) throws(Failure) {
    InputTimes.restore(
      StateInput.agreed(by: states.map(\.inputs)), after: states.map(\.newest).max() ?? .now, root: root,
      paths: try files.paths(), mode: isOnlyScratch ? .recorded : .asTheyAre, jobs: jobs)
  }

  /// True when no other build used these files. Such a build would take an edited file with an old time for unchanged.
  /// Folders with a dot are no scratch folders of a group, and no build continues from them.
  private var isOnlyScratch: Bool {
    let others = LocalFiles.names(in: scratchRoot).filter {
      LocalFiles.isFolder("\(scratchRoot)/\($0)") && !$0.contains(".")
    }
    let packages = files.graph.packages.map { files.location.absolutePath(of: $0.folder) }
    return others.isEmpty
      && !packages.contains { LocalFiles.exists("\($0)/.build/workspace-state.json") }
  }

  private static func refusal(of group: BuildGroup, _ error: Failure) -> Restoration {
    let lost = "the build state of \"\(group.name)\" is not restored"
    return Restoration(group: group, outcome: .refused(Warning(error, lost)))
  }
}

extension StateInput {
  /// Returns the inputs on which all states agree, with the time in the first one.
  /// A file that changed for one build only must look changed to that build.
  static func agreed(by states: [[StateInput]]) -> [StateInput] {
    guard let first = states.first else { return [] }
    return states.dropFirst().reduce(first) { inputs, state in
      let others = Dictionary(state.map { ($0.path, $0.digest) }) { first, _ in first }
      return inputs.filter { others[$0.path] == $0.digest }
    }
  }
}

/// A commit and its ancestors, the nearest first. Each part of the history is walked once, and only as far as somebody
/// asks.
final class NearestCommits: Sendable {
  private let repository: Repository
  private let head: CommitID
  private let limit: Int
  private let known = Guarded(Known())

  private struct Known {
    var commits: [CommitID] = []
    /// True when nothing comes after `commits`.
    var isWhole = false
  }

  init(_ repository: Repository, from head: CommitID, limit: Int) {
    self.repository = repository
    self.head = head
    self.limit = limit
  }

  /// Calls `isWanted` with each commit until it returns true. Without readable history there are no further commits.
  func visit(until isWanted: (CommitID) -> Bool) {
    let before = known.look { $0 }
    guard !before.commits.contains(where: isWanted), !before.isWhole else { return }
    var walked: [CommitID] = []
    let found = try? repository.nearestAncestor(of: head, limit: limit) { commit in
      walked.append(commit)
      return walked.count > before.commits.count && isWanted(commit)
    }
    let isWhole = (found ?? nil) == nil
    known.with { known in
      if walked.count >= known.commits.count { known = Known(commits: walked, isWhole: isWhole) }
    }
  }
}
