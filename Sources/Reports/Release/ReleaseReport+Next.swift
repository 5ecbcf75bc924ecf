package import Support

extension ReleaseReport {
  /// A pin of what was released before, which a manifest no longer lets in.
  package struct Update: Sendable, Hashable {
    package let lockfile: RelativePath
    package let identity: String
    /// The version or commit.
    package let pinned: String
    /// The package whose own lockfile it is; nil where workspace.json names it.
    package let folder: RelativePath?

    package init(_ lockfile: RelativePath, of identity: String, at pinned: String, folder: RelativePath?) {
      (self.lockfile, self.identity, self.pinned, self.folder) = (lockfile, identity, pinned, folder)
    }
  }

  /// What is left to type after releases were made: pushes, inner clones first, and the pins that want to be brought up then.
  package var next: [String] { (applied ?? []).map(push) + updates.map(update) }

  /// A tag brings its commit along, on a branch or not.
  private func push(_ clone: Applied) -> String {
    let place = clone.folder.isRoot ? "" : " -C \(clone.folder.description.shellQuoted)"
    let branch = clone.commit != nil && clone.isOnBranch ? ["HEAD"] : []
    return "git\(place) push origin " + (branch + clone.tags.map(\.shellQuoted)).joined(separator: " ")
  }

  private func update(_ update: Update) -> String {
    guard let folder = update.folder else {
      return "then bring up \(update.lockfile), which pins \(update.identity) to \(update.pinned)"
    }
    let place = folder.isRoot ? "" : " --package-path \(folder.description.shellQuoted)"
    return
      "swift package\(place) update \(update.identity)  # after the push: \(update.lockfile) pins \(update.pinned)"
  }
}
