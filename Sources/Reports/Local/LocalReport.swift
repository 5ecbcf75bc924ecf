import Support
package import Terminal

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
    let steps = next.map { StyledText("→ ", .dim) + StyledText(Text.escapingControls($0)) }
    guard action == .status else { return packages.flatMap(done) + steps }
    guard !packages.isEmpty else { return [StyledText("No dependency is local")] }
    let count = Wording.count(packages.count, "dependency", "dependencies")
    return [StyledText("\(count) \(packages.count == 1 ? "is" : "are") local")] + packages.flatMap(listed)
      + steps
  }

  private func done(_ package: LocalPackage) -> [StyledText] {
    let name = StyledText(Text.escapingControls(package.identity), .module)
    let manifests = package.manifests.map { StyledText("  ") + path("\($0)") }
    if action == .released {
      return [
        name + StyledText(" is ") + StyledText("released", .good) + StyledText(" again: ")
          + path(package.location)
      ]
        + manifests
    }
    return [
      name + StyledText(" is ") + StyledText("local", .good) + StyledText(": ") + path("\(package.folder)")
    ]
      + manifests + [StyledText("  instead of ", .dim) + StyledText(Text.escapingControls(package.release))]
  }

  private func listed(_ package: LocalPackage) -> [StyledText] {
    [
      StyledText(""),
      StyledText(Text.escapingControls(package.identity), .module) + StyledText("  ")
        + path("\(package.folder)"),
      StyledText("  instead of  ", .dim) + StyledText(Text.escapingControls(package.release)),
      StyledText("  state       ", .dim)
        + StyledText(
          Text.escapingControls(package.copy.words),
          package.copy.unpublished.isEmpty ? .plain : .warning),
    ]
      + package.manifests.enumerated().map { index, manifest in
        StyledText(index == 0 ? "  named in    " : "              ", .dim) + path("\(manifest)")
      }
  }

  private func path(_ text: String) -> StyledText { StyledText(Text.escapingControls(text), .path) }
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
