import GitBridge
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
  let repository: Repository
  /// What is to be released, which is what is checked out.
  let start: CommitID
  var tags: [Tag] = []
  var rewrites: [ManifestRewrite] = []
  /// The manifests to commit, as the clone calls them.
  var manifests: [RelativePath] = []
  /// The submodules whose new commits are to be recorded, as the clone calls them.
  var submodules: [RelativePath] = []
  /// What the requirements that are written come to ask for: `Core 2.0.0`.
  var asked: [String] = []

  private var folder: String { repository.workingFolder }

  var needsCommit: Bool { !manifests.isEmpty || !submodules.isEmpty }
  private var subject: String {
    asked.isEmpty
      ? "Record what was released in submodules" : "Ask for \(Set(asked).sorted().joined(separator: ", "))"
  }
  private var paths: [String] { (manifests + submodules).map { ":(top,literal)\($0)" } }

  init(_ home: FolderHome) {
    (root, repository, start) = (home.root, home.repository, home.commit)
  }

  /// Files that Git does not follow are nobody's concern here.
  func refuseChanges(_ git: GitProgram) throws(Failure) {
    let head = try Failure.wrapping { try repository.headCommit() }
    guard head == start else {
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
        hints: ["commit them and plan again, or put them aside with: git stash"])
    }
  }

  private var place: String { root.isRoot ? "the repository" : "the submodule \"\(root)\"" }

  func apply(_ git: GitProgram, _ location: WorkspaceLocation) throws(Failure) -> ReleaseReport.Applied {
    try rewrites.write(in: location)
    var commit: ReleaseReport.Commit?
    if needsCommit {
      try git.run(["commit", "-q", "-m", subject, "--"] + paths, in: folder)
      let made = try git.run(["rev-parse", "--verify", "HEAD"], in: folder).prefix { $0 != "\n" }
      commit = .init(id: String(made), subject: subject)
    }
    for tag in tags {
      try git.run(
        ["tag", "--annotate", "--cleanup=verbatim", "--file=-", "--", tag.name], in: folder,
        input: tag.message)
    }
    let branch = try Failure.wrapping { try repository.branchName() }
    return .init(folder: root, commit: commit, tags: tags.map(\.name), isOnBranch: branch != nil)
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
    try git.run(["reset", "-q", "--soft", start.description], in: folder, supervisor: supervisor)
    try git.run(["reset", "-q", start.description, "--"] + paths, in: folder, supervisor: supervisor)
    guard !manifests.isEmpty else { return }
    try git.run(
      ["checkout", "-q", start.description, "--"] + manifests.map { ":(top,literal)\($0)" }, in: folder,
      supervisor: supervisor)
  }

  func tagNames(_ git: GitProgram) throws(Failure) -> Set<String> {
    Set(try git.run(["tag", "--list"], in: folder).split(separator: "\n").map(String.init))
  }
}
