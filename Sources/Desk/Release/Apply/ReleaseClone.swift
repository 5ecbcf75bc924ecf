import Edge
import Platform
import Reports
import Support

/// A clone in which releases are made: what is to be done in it, what was done, and how it is taken back.
struct ReleaseClone {
  struct Tag {
    let name: String
    /// Its first line is what is released.
    let message: String
  }

  /// In the outermost repository.
  let root: RelativePath
  /// Where it lies on this machine.
  let folder: String
  /// What is to be released, which is what is checked out.
  let start: String
  var tags: [Tag] = []
  var rewrites: [ManifestRewrite] = []
  /// The manifests to commit, as the clone calls them.
  var manifests: [RelativePath] = []
  /// The submodules whose new commits are to be recorded, as the clone calls them.
  var submodules: [RelativePath] = []
  /// What the requirements that are written come to ask for: `Core 2.0.0`.
  var asked: [String] = []

  var needsCommit: Bool { !manifests.isEmpty || !submodules.isEmpty }
  private var subject: String {
    asked.isEmpty
      ? "Record what was released in submodules" : "Ask for \(Set(asked).sorted().joined(separator: ", "))"
  }
  private var paths: [String] { (manifests + submodules).map { ":(top,literal)\($0)" } }

  var place: String { root.isRoot ? "the repository" : "the submodule \"\(root)\"" }

  /// Files that Git does not follow are nobody's concern here.
  func refuseChanges(_ git: GitProgram) throws(Failure) {
    guard try git.line(["rev-parse", "--verify", "HEAD"], in: folder) == start else {
      throw Failure(
        code: "other-commit",
        message: "\(place) has another commit checked out than the one that is recorded for it",
        hints: ["commit where the submodule is to be, or `git submodule update` goes back"])
    }
    let changes = try git.run(
      ["status", "--porcelain", "--untracked-files=no", "--ignore-submodules=untracked"], in: folder)
    guard changes.isEmpty else {
      let first = changes.split(separator: "\n").first.map { String($0.dropFirst(3)) } ?? ""
      throw Failure(
        code: "uncommitted-changes",
        message: "\(place) has changes that are not committed, which no release would have: "
          + Text.escapingControls(first),
        hints: [
          "commit them and plan again, or put them aside with `git stash`; those of a submodule in its own folder"
        ])
    }
  }

  /// Does what is not done yet: all of it, or what was left to do when an earlier run was stopped.
  func apply(_ git: GitProgram, _ location: WorkspaceLocation) throws(Failure) -> ReleaseReport.Applied {
    var commit: ReleaseReport.Commit?
    if needsCommit {
      if try git.line(["rev-parse", "--verify", "HEAD"], in: folder) == start {
        try rewrites.filter { !$0.isWritten(in: location) }.write(in: location)
        try git.run(["commit", "-q", "-m", subject, "--"] + paths, in: folder)
      }
      commit = .init(id: try git.line(["rev-parse", "--verify", "HEAD"], in: folder), subject: subject)
    }
    let known = try tagNames(git)
    for tag in tags where !known.contains(tag.name) {
      try git.run(
        ["tag", "--annotate", "--cleanup=verbatim", "--file=-", "--", tag.name], in: folder,
        input: tag.message)
    }
    let branch = try git.line(["branch", "--show-current"], in: folder)
    return .init(folder: root, commit: commit, tags: tags.map(\.name), isOnBranch: !branch.isEmpty)
  }

  /// Puts the clone back to where it was, from wherever `apply` came to; tags that are not its own stay. Only the files that
  /// it wrote are touched.
  func takeBack(_ git: GitProgram, keeping known: Set<String>) throws(Failure) {
    // It runs though everything else was told to stop.
    let supervisor = ProcessSupervisor()
    let made = Set(
      try git.run(["tag", "--list"], in: folder, supervisor: supervisor).split(separator: "\n").map(
        String.init))
    let own = tags.map(\.name).filter { made.contains($0) && !known.contains($0) }
    if !own.isEmpty { try git.run(["tag", "--delete"] + own, in: folder, supervisor: supervisor) }
    guard needsCommit else { return }
    try git.run(["reset", "-q", "--soft", start], in: folder, supervisor: supervisor)
    try git.run(["reset", "-q", start, "--"] + paths, in: folder, supervisor: supervisor)
    guard !manifests.isEmpty else { return }
    try git.run(
      ["checkout", "-q", start, "--"] + manifests.map { ":(top,literal)\($0)" }, in: folder,
      supervisor: supervisor)
  }

  func tagNames(_ git: GitProgram) throws(Failure) -> Set<String> {
    Set(try git.run(["tag", "--list"], in: folder).split(separator: "\n").map(String.init))
  }
}

// MARK: Taking it up

extension ReleaseClone {
  /// Why what was begun here cannot be gone on with; nil where all that differs from the beginning is its own work.
  func obstacle(_ git: GitProgram, _ location: WorkspaceLocation) throws(Failure) -> String? {
    let head = try git.line(["rev-parse", "--verify", "HEAD"], in: folder)
    let isBegun = head == start
    if isBegun {
      let changed = rewrites.first { !$0.isWritten(in: location) && !$0.isUnwritten(in: location) }
      if let changed { return "\"\(changed.path)\" has been changed since" }
    } else if try !isOwnCommit(head, git) {
      return "\(place) has another commit checked out since"
    }
    let known = try tagNames(git)
    for tag in tags.map(\.name) where known.contains(tag) {
      let commit = try git.line(["rev-parse", "--verify", "refs/tags/\(tag)^{commit}"], in: folder)
      if commit != head || isBegun && needsCommit { return "the tag \"\(tag)\" is on another commit" }
    }
    return nil
  }

  /// Whether it is the one that `apply` would have made, by whomever.
  private func isOwnCommit(_ commit: String, _ git: GitProgram) throws(Failure) -> Bool {
    guard needsCommit else { return false }
    let parents = try git.line(["log", "-1", "--format=%P", commit], in: folder)
    guard parents == start else { return false }
    let changed = try git.run(
      ["diff", "--name-only", "-z", "--ignore-submodules=none", start, commit], in: folder)
    return Set(changed.split(separator: "\0").map(String.init))
      == Set((manifests + submodules).map(\.description))
  }
}

// MARK: Writing it down

extension ReleaseClone: ByteCodable {
  func write(to writer: inout ByteWriter) {
    writer.values(root, folder, start, tags, rewrites, manifests, submodules, asked)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    (root, folder, start) = (try reader.value(), try reader.value(), try reader.value())
    (tags, rewrites) = (try reader.value(), try reader.value())
    (manifests, submodules, asked) = (try reader.value(), try reader.value(), try reader.value())
  }
}

extension ReleaseClone.Tag: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(name, message) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    (name, message) = (try reader.value(), try reader.value())
  }
}

extension ManifestRewrite: ByteCodable {
  func write(to writer: inout ByteWriter) {
    path.write(to: &writer)
    writer.data(before)
    writer.data(after)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    (path, before, after) = (try reader.value(), Array(try reader.data()), Array(try reader.data()))
  }
}
