import Arguments
import Base
import GitBridge
import Graph
import Reports
import Runner
import Session

/// `ambit hook`: installs, removes and runs a pre-push hook that tests the pushed commits.
struct HookCommand: CommandWithOptions {
  let options: HookOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let report: HookReport
    switch options.action {
    case .run:
      return try PushTest(remote: options.remote ?? "origin", world: world, global: global, console: console)
        .run()
    case .install: report = try Self.install(world, global)
    case .uninstall: report = try Self.hookFile(world, global).file.uninstall()
    }
    console.answer(json: report.json, text: report.lines)
    return .success
  }

  private static func install(_ world: World, _ global: GlobalOptions) throws(Failure) -> HookReport {
    let (file, workspace) = try hookFile(world, global)
    return try file.install(
      HookScript(
        ambit: world.executable ?? "", workspaceFolder: workspace.folderInRepository,
        configuration: workspace.configuration))
  }

  private static func hookFile(
    _ world: World, _ global: GlobalOptions
  ) throws(Failure) -> (file: HookFile, workspace: WorkspaceLocation) {
    let start = world.workingFolder
    let repository = try Repository.open(containing: start, environment: world.environment)
    let folder = try repository.hooksFolder(home: world.environment["HOME"])
    let location = try WorkspaceLocation.find(
      repositoryRoot: repository.workingFolder, from: start,
      explicitFile: global.workspaceFile.map { world.absoluteText($0.bytes) })
    return (try HookFile(in: folder), location)
  }
}

enum HookAction: String, Sendable, Hashable, CaseIterable {
  case install, uninstall
  /// The action that the installed hook calls.
  case run

  fileprivate var choice: PositionalSpec.Choice {
    switch self {
    case .install: .init(rawValue, "Install the hook; an existing hook runs first")
    case .uninstall: .init(rawValue, "Remove the hook, and restore the previous one")
    case .run: .init(rawValue, "Test a push; the installed hook calls this")
    }
  }
}

struct HookOptions: CommandOptions {
  var action: HookAction
  /// The name of the remote as Git passes it to the hook, or its address when it has no name.
  var remote: String?

  init(_ arguments: ParsedArguments) throws(Failure) {
    action = try arguments.choice(at: 0)
    let words = arguments.positionals.dropFirst()
    if action != .run, let extra = words.first {
      throw Failure.usage(
        "unexpected argument \(extra.quoted) for `ambit hook \(action.rawValue)`",
        hints: [Failure.helpHint(for: arguments.command)])
    }
    remote = words.first?.text
  }
}

extension HookCommand {
  static let spec = CommandSpec(
    "hook", .automation, "Install a Git hook that tests commits before each push",
    discussion: [
      "The hook runs `ambit test` on the pushed commits, not on the working tree. A failure stops the "
        + "push. The hook honours core.hooksPath, and reads the pushed refs from standard input.",
      "`git push --no-verify` skips the hook.",
    ],
    positionals: [
      PositionalSpec(
        "ACTION", choices: HookAction.allCases.map(\.choice), required: true, "The action"),
      PositionalSpec(
        "REMOTE", .text, repeated: true, "For run: the remote's name and address, as Git passes them"),
    ],
    examples: [
      Example("ambit hook install", "in the repository or a worktree"),
      Example("ambit hook uninstall", "restores the previous hook"),
    ]
  )

  var concernsBuilds: Bool { options.action == .run }
}

/// The work of the pre-push hook: it tests each pushed commit against the state of the remote.
struct PushTest {
  let remote: String
  let world: World
  let global: GlobalOptions
  let console: CommandOutput

  /// One test run: a commit, and the commit where its change starts. A nil base tests everything.
  private struct Piece: Hashable {
    let head: String
    let base: String?
  }

  private static let wayOut = "to push without the test: git push --no-verify"

  func run() throws(Failure) -> ExitCode {
    do {
      var worst = ExitCode.success
      for piece in try pieces() {
        let code = try test(piece)
        if code == .interrupted { return code }
        if code != .success { worst = code }
      }
      if worst != .success {
        console.note("\("the push is stopped", .bad); \(Self.wayOut)")
      }
      return worst
    } catch {
      throw Failure(code: error.code, message: error.message, hints: error.hints + [Self.wayOut])
    }
  }

  private func test(_ piece: Piece) throws(Failure) -> ExitCode {
    var options = RunOptions()
    // A forced push may drop commits that the remote has, so the bases are compared as they are.
    options.selection.change = .revisions(base: piece.base, head: piece.head, fromMergeBase: false)
    options.selection.all = piece.base == nil
    // Git's input was read already, and a restarted process could not read it again.
    var world = world
    world.restart = nil
    do throws(Failure) {
      return try BuildAndTest(action: .test, options: options).run(world, global, console)
    } catch {
      if EmptyWorkspace.hasNoTests(error) {
        // A workspace without tests has to build at least.
        options.selection.allowsEmpty = true
        return try BuildAndTest(action: .test, options: options).run(world, global, console)
      }
      // A branch without any package, such as one of web pages, may be pushed too.
      guard EmptyWorkspace.isReason(of: error) else { throw error }
      console.note("\("nothing to test: ", .dim)\(error.message)")
      return .success
    }
  }
}

// MARK: Pushed commits

extension PushTest {
  private func pieces() throws(Failure) -> [Piece] {
    let refs = try PushedRef.list(
      world.requiredInput(hint: "Git gives a pre-push hook the pushed refs on standard input"))
    let start = world.workingFolder
    let repository = try Repository.open(containing: start, environment: world.environment)
    let known = try branches(in: repository)
    var pieces: [Piece] = []
    for ref in refs {
      guard let local = ref.local else { continue }
      guard let head = try? repository.resolve(local) else {
        say(ref, "names no commit, so there is nothing to test")
        continue
      }
      let new = try piece(for: ref, head, known, repository)
      if let new, !pieces.contains(new) { pieces.append(new) }
    }
    return pieces
  }

  /// The branches of the remote. A remote without known branches, or an address, is treated as a fork of `origin`.
  private func branches(in repository: Repository) throws(Failure) -> [CommitID] {
    let own = try repository.branches(ofRemote: remote)
    return try own.isEmpty ? repository.branches(ofRemote: "origin") : own
  }

  private func piece(
    for ref: PushedRef, _ head: CommitID, _ known: [CommitID], _ repository: Repository
  ) throws(Failure) -> Piece? {
    if let old = ref.remote {
      if let base = try? repository.resolve(old) {
        say(ref, "\(Self.short(base))..\(Self.short(head))")
        return Piece(head: head.description, base: base.description)
      }
      say(ref, "the remote has \(old.prefix(8)), which is not in this clone")
    } else if try repository.isReachable(head, from: known) {
      say(ref, "\(remote) has \(Self.short(head)) already")
      return nil
    }
    guard let (name, base) = try mergeBase(of: head, in: repository) else {
      say(ref, "new to the remote, which has no known branch: testing all of \(Self.short(head))")
      return Piece(head: head.description, base: nil)
    }
    say(ref, "\(Self.short(base))..\(Self.short(head)), from where it left \(name)")
    return Piece(head: head.description, base: base.description)
  }

  /// The commit where `head` left the remote's default branch.
  private func mergeBase(
    of head: CommitID, in repository: Repository
  ) throws(Failure) -> (name: String, base: CommitID)? {
    let configured = try OpenWorkspace.open(world, global, headRevision: head.description).config.defaultBase
    let names = Set([remote, "origin"]).sorted { first, _ in first == remote }.flatMap { remote in
      ["HEAD", "main", "master"].map { (shown: "\(remote)/\($0)", full: "refs/remotes/\(remote)/\($0)") }
    }
    for (shown, full) in names + (configured.map { [($0, $0)] } ?? []) {
      guard let tip = try? repository.resolve(full), let base = try repository.mergeBase(tip, head),
        base != head
      else { continue }
      return (shown, base)
    }
    return nil
  }

  private static func short(_ commit: CommitID) -> Substring { commit.description.prefix(8) }

  private func say(_ ref: PushedRef, _ words: String) {
    console.note(
      "\("push ", .dim)\(ref.remoteName, .module): \(words)")
  }
}

/// A line of Git's input to a pre-push hook.
struct PushedRef: Sendable, Hashable {
  /// The pushed commit; nil for a deletion.
  let local: String?
  let remoteName: String
  /// The remote's current commit; nil when the ref is new there.
  let remote: String?

  /// Reads `<local ref> SP <local id> SP <remote ref> SP <remote id>` lines.
  static func list(_ input: [UInt8]) throws(Failure) -> [PushedRef] {
    var refs: [PushedRef] = []
    for line in input.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 4 else {
        throw Failure(
          code: "hook-input",
          message:
            "a line from Git for the pre-push hook is invalid: \"\(Text.escapingControls(Text.escapingInvalidUTF8(Array(line))))\"",
          hints: ["Git calls `ambit hook run`; to test a revision: `ambit test --head REV`"])
      }
      refs.append(PushedRef(local: id(words[1]), remoteName: words[2], remote: id(words[3])))
    }
    return refs
  }

  private static func id(_ word: String) -> String? { word.allSatisfy { $0 == "0" } ? nil : word }
}
