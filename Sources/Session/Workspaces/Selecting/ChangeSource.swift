package import Arguments
package import Base
package import GitBridge
import Graph
package import Reports

/// The change that a command is about: the base, and the files that differ.
package struct ChangeSource {
  package let base: ComparedRevisions.Base?
  /// The tree that the head is compared with, or nil.
  package let baseTree: (any FileTree)?
  /// Relative to the repository.
  let changes: [FileChange]
  /// Set when there was no usable base, so that everything is selected.
  package let fallback: Fallback?
  package var warnings: [Warning] = []

  /// The longest path that the system can open.
  private static let longestPath = 4096

  package static func nothing(fallback: Fallback? = nil) -> ChangeSource {
    ChangeSource(base: nil, baseTree: nil, changes: [], fallback: fallback)
  }

  /// A change against files that are not those of a commit.
  package static func between(_ tree: any FileTree, _ changes: [FileChange]) -> ChangeSource {
    ChangeSource(base: nil, baseTree: tree, changes: changes, fallback: nil)
  }

  static func find(
    _ options: SelectionOptions, in workspace: OpenWorkspace, _ world: World
  ) throws(Failure) -> ChangeSource {
    switch options.change {
    case .files(let files): return try given(files.map(\.bytes), in: workspace, world)
    case .filesFromInput: return try given(listedPaths(world), in: workspace, world)
    case .revisions(let base, _, let fromMergeBase):
      return try compared(with: base, fromMergeBase: fromMergeBase, in: workspace, world)
    }
  }

  /// For commands that are about the base itself. Without a usable base this is an error.
  package static func found(
    _ options: SelectionOptions, in workspace: OpenWorkspace, _ world: World
  ) throws(Failure) -> ChangeSource {
    let source = try find(options, in: workspace, world)
    guard let fallback = source.fallback else { return source }
    throw Failure(code: fallback.code, message: fallback.message, hints: fallback.hints)
  }

  /// Reads paths from standard input. A NUL anywhere means that NULs separate them; otherwise newlines do.
  private static func listedPaths(_ world: World) throws(Failure) -> [[UInt8]] {
    let input = try world.requiredInput(
      hint:
        "`--files -` reads paths from standard input: git diff --name-only -z main | ambit affected --files -"
    )
    let separator: UInt8 = input.contains(0) ? 0 : UInt8(ascii: "\n")
    return input.split(separator: separator).map(Array.init)
  }

  /// A change of paths that the user lists. Their earlier contents are unknown.
  private static func given(
    _ paths: [[UInt8]], in workspace: OpenWorkspace, _ world: World
  ) throws(Failure) -> ChangeSource {
    if let long = paths.first(where: { $0.count > longestPath }) {
      throw Failure(
        code: "usage",
        message:
          "a path of \(long.count) bytes is too long: '\(Text.escapingInvalidUTF8(long.prefix(60)))...'",
        hints: ["`--files -` takes one path per line, or paths separated by NUL"])
    }
    let root = RelativePath(Array(workspace.repository.workingFolder.utf8))
    let changes = Set(paths.flatMap { places(of: $0, from: root, world) })
      .sorted()
      .map { FileChange($0) }
    return ChangeSource(
      base: nil, baseTree: nil, changes: changes, fallback: nil, warnings: warnings(about: changes))
  }

  /// Returns the names of a file, as seen from the repository. `$PWD` may lead there through a link, and so may a
  /// folder of the repository.
  private static func places(of path: [UInt8], from root: RelativePath, _ world: World) -> [RelativePath] {
    let (typed, resolved) = (
      world.absolutePath(path).seen(from: root), world.resolvedPath(path).seen(from: root)
    )
    if typed.escapesRoot { return [resolved] }
    return resolved.escapesRoot ? [typed] : [typed, resolved]
  }

  /// Warns about a list that selects nothing for a reason that may be a mistake.
  private static func warnings(about given: [FileChange]) -> [Warning] {
    if given.isEmpty {
      return [
        Warning(
          code: "no-files", message: "the list of changed files is empty, so nothing is affected",
          hints: ["if you expected changes, check the command that wrote the list"])
      ]
    }
    guard let outside = given.first(where: \.path.escapesRoot) else { return [] }
    return [
      Warning(
        code: "file-outside-repository",
        message: "'\(outside.path)' is outside the repository, where nothing is tracked",
        hints: ["paths are relative to the current folder"])
    ]
  }

  /// The request for a base, from all places that may name one.
  package static func baseRequest(
    _ base: String?, fromMergeBase: Bool, in workspace: OpenWorkspace, _ world: World
  ) -> BaseRequest {
    BaseRequest(
      base: base, usesMergeBase: fromMergeBase, environment: world.environment,
      gitHubEvent: world.environment["GITHUB_EVENT_PATH"].flatMap { LocalFiles.read($0) },
      defaultBase: workspace.config.defaultBase)
  }

  private static func compared(
    with base: String?, fromMergeBase: Bool, in workspace: OpenWorkspace, _ world: World
  ) throws(Failure) -> ChangeSource {
    let repository = workspace.repository
    let request = baseRequest(base, fromMergeBase: fromMergeBase, in: workspace, world)
    let choice = try request.choose()
    let resolved: ResolvedBase
    do throws(Failure) {
      resolved = try repository.resolveBase(choice, head: workspace.head.commit)
    } catch {
      return nothing(fallback: try fallback(ofDamaged: error))
    }
    switch resolved {
    case .everything(let reason):
      return nothing(fallback: Fallback(code: reason.code, message: reason.message, hints: reason.hints))
    case .commit(let found):
      var source = try differences(from: found, in: workspace)
      if !choice.isAskedFor { source.warnings += try Self.behind(found, workspace) }
      return source
    }
  }

  /// Warns at a detached old commit that the commits before it are not compared.
  private static func behind(_ base: ResolvedBase.Commit, _ workspace: OpenWorkspace) throws(Failure)
    -> [Warning]
  {
    guard workspace.head.isWorkingTree, base.mergeBase == workspace.head.commit,
      base.commit != base.mergeBase,
      try workspace.repository.branchName() == nil
    else { return [] }
    return [
      Warning(
        code: "detached-head",
        message:
          "HEAD is detached at \(base.mergeBase.description.prefix(8)), a commit of '\(base.reference)': "
          + "only uncommitted files count as changed",
        hints: ["`--base HEAD~1` compares with the previous commit, `--all` selects everything"])
    ]
  }

  /// The fallback for a base that exists and has no graph.
  static func fallback(for problem: Failure) -> Fallback {
    Fallback(
      code: "unreadable-base",
      message: "the base cannot be read, so everything is selected: \(problem.message)", hints: problem.hints)
  }

  /// The fallback for a base with damaged objects. Other errors are mistakes in the name of the base.
  private static func fallback(ofDamaged error: Failure) throws(Failure) -> Fallback {
    guard error.isGit(.unreadable, .corruptRepository) else { throw error }
    return fallback(for: error)
  }

  /// Compares the base with the head. Without the base's objects, the change is unknown and everything is selected.
  /// An unreadable head is reported later, when it is read.
  private static func differences(
    from base: ResolvedBase.Commit, in workspace: OpenWorkspace
  ) throws(Failure) -> ChangeSource {
    let repository = workspace.repository
    do throws(Failure) {
      return ChangeSource(
        base: .init(
          ref: base.reference, commit: base.commit.description, mergeBase: base.mergeBase.description),
        baseTree: try repository.tree(of: base.mergeBase),
        changes: try workspace.head.changes(since: base.mergeBase, in: repository), fallback: nil)
    } catch {
      guard error.isGit(.missingObject) else { return nothing(fallback: try fallback(ofDamaged: error)) }
      let fallback = Fallback(
        code: "missing-objects", message: "the changed files cannot be found: \(error.message)",
        hints: repository.situation.remote.map { ["git fetch --refetch --filter=blob:none \($0)"] } ?? [])
      return nothing(fallback: fallback)
    }
  }
}

/// Submodules that are not checked out, so that their files are unknown.
package enum AbsentSubmodules {
  package static let code = "absent-submodule"

  /// Sorted.
  package static func all(in tree: some FileTree) throws(Failure) -> [RelativePath] {
    try tree.files { _, kind in kind == .absentSubmodule }.filter { $0.kind == .absentSubmodule }
      .map(\.path)
  }

  /// Returns the absent submodule that holds `folder`.
  package static func holding(_ folder: RelativePath, in tree: some FileTree) -> RelativePath? {
    folder.withAncestors.first { place in
      !place.isRoot && !place.escapesRoot && (try? tree.kind(of: place)) == .absentSubmodule
    }
  }

  /// The command that checks the submodules out.
  package static func remedy(_ paths: [RelativePath]) -> String {
    let command = "git submodule update --init"
    guard paths.count <= 3 else { return command }
    return ([command] + paths.map(\.description.shellWord)).joined(separator: " ")
  }

  /// Names the changed submodules whose contents are unknown, in one message.
  static func fallback(for changes: [Selection.Change], in tree: some FileTree) -> Fallback? {
    let unseen = changes.filter {
      $0.file.isUnseenSubmodule && ![.ignored, .harmless].contains($0.pathClass)
    }.map(\.path)
    guard !unseen.isEmpty else { return nil }
    let absent = unseen.filter { (try? tree.kind(of: $0)) == .absentSubmodule }
    let names = NameList.text(unseen.map { "\"\($0)\"" }, room: 200)
    let (subject, pronoun) =
      unseen.count == 1 ? ("the submodule \(names)", "it") : ("\(unseen.count) submodules (\(names))", "them")
    let reason =
      absent.isEmpty
      ? "a commit of \(pronoun) is missing in this clone" : "this clone has not checked \(pronoun) out"
    return Fallback(
      code: code, message: "\(subject) changed, but Ambit cannot see what changed inside: \(reason)",
      hints: absent.isEmpty
        ? unseen.prefix(3).map { "git -C \($0.description.shellWord) fetch" } : [remedy(absent)])
  }
}

/// The newer side of the comparison.
package struct ComparedHead {
  /// `worktree`, or the revision as it was given.
  package let ref: String
  /// nil before the first commit.
  package let commit: CommitID?
  package let isWorkingTree: Bool
  package let tree: any FileTree

  static func resolve(_ revision: String?, in repository: Repository) throws(Failure) -> ComparedHead {
    guard let revision else {
      return ComparedHead(
        ref: "worktree", commit: try repository.headCommit(), isWorkingTree: true,
        tree: try repository.workingTree())
    }
    let commit = try repository.resolve(revision)
    return ComparedHead(
      ref: revision, commit: commit, isWorkingTree: false, tree: try repository.tree(of: commit))
  }
}

extension ComparedHead {
  func changes(since start: CommitID, in repository: Repository) throws(Failure) -> [FileChange] {
    guard !isWorkingTree, let commit else { return try repository.changesInWorkingTree(since: start) }
    return try repository.changes(from: start, to: commit)
  }
}
