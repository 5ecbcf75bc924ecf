package import Support

extension ReleaseReport {
  /// The work to do in one clone.
  package struct Clone: Sendable, Hashable {
    package struct Tag: Sendable, Hashable {
      package let name: String
      package let message: String

      package init(name: String, message: String) { (self.name, self.message) = (name, message) }
    }

    /// Where the clone lies in the outermost repository.
    package let folder: RelativePath
    package let isOnBranch: Bool
    /// Paths in the clone to commit before it is tagged: manifests, and submodules with new commits.
    package var changed: [RelativePath] = []
    /// The releases that the new requirements ask for: `Core 2.0.0`.
    package var asked: [String] = []
    package var tags: [Tag] = []

    package init(folder: RelativePath, isOnBranch: Bool) {
      (self.folder, self.isOnBranch) = (folder, isOnBranch)
    }

    fileprivate var commands: [String] {
      let git = folder.isRoot ? "git" : "git -C \(folder.description.shellQuoted)"
      let subject =
        asked.isEmpty
        ? "Record what was released in submodules" : "Ask for \(Set(asked).sorted().joined(separator: ", "))"
      let paths = changed.map { ":/\($0)".shellQuoted }.joined(separator: " ")
      let commit = changed.isEmpty ? [] : ["\(git) commit -m \(subject.shellQuoted) -- \(paths)"]
      // A tag brings its commit along, on a branch or not.
      let pushed = (changed.isEmpty || !isOnBranch ? [] : ["HEAD"]) + tags.map(\.name.shellQuoted)
      return commit
        + tags.map { "\(git) tag -a \($0.name.shellQuoted) -m \($0.message.shellQuoted)" }
        + ["\(git) push origin \(pushed.joined(separator: " "))"]
    }
  }

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

  /// The commands to type once the requirements are written: commits, tags and pushes, and then the pins to bring up.
  package var next: [String] { clones.flatMap(\.commands) + updates.map(update) }

  private func update(_ update: Update) -> String {
    guard let folder = update.folder else {
      return "then bring up \(update.lockfile), which pins \(update.identity) to \(update.pinned)"
    }
    let place = folder.isRoot ? "" : " --package-path \(folder.description.shellQuoted)"
    return
      "swift package\(place) update \(update.identity)  # after the push: \(update.lockfile) pins \(update.pinned)"
  }
}
