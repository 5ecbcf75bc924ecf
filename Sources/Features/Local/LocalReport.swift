package import Base
import Reports

/// What `ambit local` or `ambit released` did, or what `ambit status` found.
package struct LocalReport: Sendable, Hashable {
  package enum Action: String, Sendable, Hashable {
    case local, released, status
  }

  package let action: Action
  package let packages: [LocalPackage]
  /// What is to be done now, as commands or sentences.
  package var next: [String] = []

  package init(_ action: Action, _ packages: [LocalPackage], next: [String] = []) {
    self.action = action
    self.packages = packages
    self.next = next
  }

  package var lines: [StyledText] {
    let steps = next.map { "\("→ ", .dim)\($0)" as StyledText }
    guard action == .status else { return packages.flatMap(done) + steps }
    guard !packages.isEmpty else { return ["No dependency is local"] }
    let count = Wording.count(packages.count, "dependency", "dependencies")
    return ["\(count) \(packages.count == 1 ? "is" : "are") local"] + packages.flatMap(listed) + steps
  }

  private func done(_ package: LocalPackage) -> [StyledText] {
    let manifests = package.manifests.map { "  \($0, .path)" as StyledText }
    if action == .released {
      return ["\(package.identity, .module) is \("released", .good) again: \(package.location, .path)"]
        + manifests
    }
    return ["\(package.identity, .module) is \("local", .good): \(package.folder, .path)"] + manifests
      + ["\("  instead of ", .dim)\(package.release)"]
  }

  private func listed(_ package: LocalPackage) -> [StyledText] {
    let facts: [[StyledText]] = [
      ["\("instead of", .dim)", "\(package.release)"],
      [
        "\("state", .dim)", "\(package.copy.words, package.copy.unpublished.isEmpty ? .plain : .warning)",
      ],
    ]
    let manifests = package.manifests.enumerated().map { index, manifest -> [StyledText] in
      ["\(index == 0 ? "named in" : "", .dim)", "\(manifest, .path)"]
    }
    return ["", "\(package.identity, .module)  \(package.folder, .path)"]
      + Table.indented([.left, .left], facts + manifests)
  }
}

extension LocalPackage {
  fileprivate var release: String { reference.map { "\($0) of \(location)" } ?? location }
}

extension WorkingCopyState {
  /// `main, 2 commits ahead, 1 uncommitted change`.
  fileprivate var words: String {
    let place = branch ?? commit.map { "no branch (\($0.prefix(8)))" }
    let moved = [(ahead, "ahead"), (behind, "behind")].compactMap { count, word in
      count.flatMap { $0 > 0 ? "\(Wording.count($0, "commit")) \(word)" : nil }
    }
    let stands = ahead == 0 && behind == 0 ? ["as released"] : moved
    return ([place].compactMap(\.self) + stands + unpublished + [problem].compactMap(\.self)).joined(
      separator: ", ")
  }
}

// MARK: For programs

extension LocalReport {
  package var json: String {
    JSON.report([
      "action": action.rawValue, "packages": packages.map(\.json), "next": next,
    ])
  }
}

extension LocalPackage {
  fileprivate var json: JSON {
    [
      "identity": identity, "location": location, "reference": reference, "folder": "\(folder)",
      "manifests": manifests.map(\.description), "branch": copy.branch, "commit": copy.commit,
      "ahead": copy.ahead, "behind": copy.behind, "uncommitted": copy.uncommitted,
      "unpushed": copy.isUnpushed, "problem": copy.problem,
    ]
  }
}

/// A dependency that manifests take from a working copy for the time being.
package struct LocalPackage: Sendable, Hashable {
  package let identity: String
  /// Where its releases come from.
  package let location: String
  /// The version or commit that was pinned before; nil where none was.
  package let reference: String?
  /// Relative to the workspace.
  package let folder: RelativePath
  /// The manifests that name it, relative to the workspace.
  package let manifests: [RelativePath]
  package let copy: WorkingCopyState

  package init(
    identity: String, location: String, reference: String?, folder: RelativePath, manifests: [RelativePath],
    copy: WorkingCopyState
  ) {
    self.identity = identity
    self.location = location
    self.reference = reference
    self.folder = folder
    self.manifests = manifests
    self.copy = copy
  }
}

/// What Git says of a working copy.
package struct WorkingCopyState: Sendable, Hashable {
  /// nil when its HEAD is on none.
  package var branch: String?
  package var commit: String?
  /// Commits since the release; nil when that cannot be counted, and `problem` says why.
  package var ahead: Int?
  /// Commits of the release that it lacks.
  package var behind: Int?
  /// Files that differ from its last commit.
  package var uncommitted = 0
  /// Whether no remote is known to have its last commit.
  package var isUnpushed = false
  /// What cannot be told, in a sentence.
  package var problem: String?

  package init() {}

  package init(problem: String) { self.problem = problem }

  /// What leaving the copy leaves behind; empty when a release may have all of it.
  package var unpublished: [String] {
    (uncommitted > 0 ? ["\(uncommitted) uncommitted \(uncommitted == 1 ? "change" : "changes")"] : [])
      + (isUnpushed ? ["commits that no remote is known to have"] : [])
  }
}
