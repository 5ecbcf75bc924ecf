import TestSupport

/// A random history, and the places in which its commits are built one after the other. A pure value: the
/// same seed is the same plan for ever.
struct StepPlan: Sendable {
  struct Commit: Sendable, Hashable {
    let workspace: StepWorkspace
    /// Indices of earlier commits.
    let parents: [Int]
  }

  /// Where a step is built, and what the times of its files are.
  enum Place: String, Sendable, CaseIterable {
    case clone = "fresh clone"
    case oldClone = "fresh clone with old times"
    /// Every path has the time that it had in the clone before, as if a tool had restored times by path.
    case timedClone = "fresh clone with the times before"
    /// The files lie there as edits of the commit before.
    case edited = "fresh clone of the parent, edited"
    /// Where the last step was built.
    case kept = "same folder"

    /// A plan is used again where it was made, and nowhere else.
    static func drawn(for kind: StepWorkspaceKind) -> [Place] {
      let places: [Place] = [.clone, .clone, .clone, .oldClone, .timedClone, .edited, .kept, .kept]
      return kind == .plans ? places.dropFirst(2) + [.kept, .kept] : places
    }
  }

  struct Step: Sendable, CustomStringConvertible {
    let number: Int
    let kind: StepKind
    let words: String
    let commit: Int
    let place: Place

    var description: String { "\(number). \(kind.rawValue): \(words) [commit \(commit), \(place.rawValue)]" }
  }

  let seed: UInt64
  let kind: StepWorkspaceKind
  private(set) var commits: [Commit]
  private(set) var steps: [Step] = []

  /// So many steps; without a number, a sample of each kind.
  init(_ kind: StepWorkspaceKind, seed: UInt64, count: Int?) {
    self.seed = seed
    self.kind = kind
    commits = [Commit(workspace: StepWorkspace(kind), parents: [])]
    var random = SeededGenerator(seed: seed)
    steps = [Step(number: 0, kind: .other, words: "the first build", commit: 0, place: .clone)]
    let kinds = count.map { StepKind.deal($0, using: &random) } ?? StepKind.sample(for: kind)
    for kind in kinds { take(kind, &random) }
  }

  /// The commit that is checked out for a step.
  func head(of step: Step) -> Int {
    step.place == .edited ? commits[step.commit].parents.first ?? step.commit : step.commit
  }

  private var current: Int { steps.last?.commit ?? 0 }

  private mutating func take(_ kind: StepKind, _ random: inout SeededGenerator) {
    let (words, commit) = history(kind, &random)
    let place = Place.drawn(for: self.kind).randomElement(using: &random) ?? .clone
    steps.append(Step(number: steps.count, kind: kind, words: words, commit: commit, place: place))
  }

  private mutating func history(_ kind: StepKind, _ random: inout SeededGenerator) -> (String, Int) {
    let here = commits[current].workspace
    switch kind {
    case .revert: return revert(&random)
    case .branchSwitch where commits.count > 1: return switchBranch(&random)
    default:
      let edit = StepEdit(kind, of: here, using: &random)
      return (edit.words, add(edit.workspace, [current]))
    }
  }

  private mutating func add(_ workspace: StepWorkspace, _ parents: [Int]) -> Int {
    commits.append(Commit(workspace: workspace, parents: parents))
    return commits.count - 1
  }

  /// A new commit with the files of an ancestor.
  private mutating func revert(_ random: inout SeededGenerator) -> (String, Int) {
    let here = commits[current].workspace
    var ancestor = current
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      ancestor = commits[ancestor].parents.first ?? ancestor
    }
    guard commits[ancestor].workspace != here else {
      let edit = StepEdit(.sameSize, of: here, using: &random)
      _ = add(edit.workspace, [current])
      return ("\(edit.words), reverted unseen", add(here, [commits.count - 1]))
    }
    return ("to the files of commit \(ancestor)", add(commits[ancestor].workspace, [current]))
  }

  /// To another commit, to a new branch from it, or to the two merged.
  private mutating func switchBranch(_ random: inout SeededGenerator) -> (String, Int) {
    let others = commits.indices.filter { $0 != current }.suffix(12)
    let other = others.randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return ("to commit \(other)", other)
    case 1:
      let edit = StepEdit(.other, of: commits[other].workspace, using: &random)
      return ("new branch from commit \(other): \(edit.words)", add(edit.workspace, [other]))
    default:
      let merged = commits[current].workspace.merged(with: commits[other].workspace)
      return ("merge of commit \(other)", add(merged, [current, other]))
    }
  }
}

extension StepWorkspace {
  /// Some of each.
  fileprivate func merged(with other: StepWorkspace) -> StepWorkspace {
    var merged = self
    merged.headerConstant = other.headerConstant
    merged.sourceOfC = other.sourceOfC
    merged.inlinable = other.inlinable
    merged.processedResource = other.processedResource
    merged.toolConstant = other.toolConstant
    merged.asksForFancy = other.asksForFancy
    merged.present = other.present
    merged.isLoud = other.isLoud
    merged.isMovedInside = other.isMovedInside
    merged.padding = other.padding
    merged.isBroken = false
    return merged
  }
}
