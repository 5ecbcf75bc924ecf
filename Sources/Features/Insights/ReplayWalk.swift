import Arguments
import Base
import GitBridge
import Graph
import Runner
import Session

/// Finds the modules that past commits affected, by the same selection as `ambit affected`.
struct ReplayWalk {
  let session: Session
  /// The platform whose conditional dependencies count. nil means all.
  private let platform: String?
  /// The text of a workspace.json that all commits get; nil where each commit has its own.
  private let tried: [UInt8]?
  private let shelf = GraphShelf()

  /// Results are saved after this many commits, so that a stopped replay can continue.
  private static let savedEvery = 25

  init(_ session: Session, platform: String?, trying tried: [UInt8]? = nil) {
    self.session = session
    self.platform = platform
    self.tried = tried
  }

  /// Returns the commits, newest first, and the number of remembered ones.
  /// `isLate` ends the walk before a commit that is not remembered.
  func replay(
    _ steps: [MainLineStep], isLate: () -> Bool = { false }
  ) throws(Failure) -> (replay: Replay, remembered: Int) {
    var memory = try memory()
    var found: [Replay.Commit] = []
    var remembered = 0
    let names = steps.map { (commit: $0.commit.description, parent: $0.parent.description) }
    // From old to new: the packages of one commit are the base of the next.
    for (number, step) in steps.reversed().enumerated() {
      session.world.progressLine.begin("Replaying commits")
      if let known = memory.recall(step.commit.description, parent: step.parent.description) {
        found.append(known)
        remembered += 1
      } else if isLate() {
        break
      } else {
        found.append(try commit(step, &memory))
      }
      if number % Self.savedEvery == Self.savedEvery - 1 { memory.save(names) }
    }
    memory.save(names)
    return (Replay(lists: memory.lists, commits: found.reversed()), remembered)
  }

  private func commit(_ step: MainLineStep, _ memory: inout ReplayMemory) throws(Failure) -> Replay.Commit {
    var commit = Replay.Commit(
      id: step.commit.description, parent: step.parent.description, time: step.time, finding: .unknown(""))
    do throws(Failure) {
      let context = try context(of: step)
      let modules = context.graph.listedModules.map { Replay.Module(id: $0.id, kind: $0.kind) }
      let affected = Set(Selection(context.request).modules.map(\.id))
      commit.finding = .reached(
        modules.indices.filter { affected.contains(modules[$0].id) }, list: memory.number(of: modules))
      commit.note =
        (context.source.fallback
        ?? UnknownPackages.fallback(for: context.loaded.unknownPackages, in: session.workspace.tree))?
        .message
      // Unreadable data may be there tomorrow.
      if commit.note == nil { memory.keep(commit) }
    } catch {
      if error.isStop { throw error }
      commit.finding = .unknown(error.message)
    }
    return commit
  }

  /// The inputs of `ambit affected --base PARENT --head COMMIT --allow-empty`.
  func context(of step: MainLineStep) throws(Failure) -> Session.SelectionContext {
    var workspace = try session.workspace.at(
      commit: step.commit, requiresConfiguration: session.global.workspaceFile != nil)
    if let tried { workspace = workspace.configured(by: try .parse(tried, fileName: "--try")) }
    let then = session.unlisted(
      on: workspace, try BuildSettings(workspace.config, SwiftArguments(), toolchain: session.toolchain),
      shelf: shelf)
    var selection = SelectionOptions()
    selection.platform = platform
    // A mistake in an old commit is no reason to refuse it today.
    selection.allowsEmpty = true
    selection.change = .revisions(
      base: step.parent.description, head: step.commit.description, fromMergeBase: true)
    return try then.selectionContext(selection, kinds: .packagesAndProjects)
  }

  /// With submodules nothing is remembered: a commit does not tell which of them can be read.
  private func memory() throws(Failure) -> ReplayMemory {
    let (world, workspace) = (session.world, session.workspace)
    let environment = RunEnvironment.of(
      workspace.config, toolchain: session.toolchain, world.environment
    ).tests
    let graphs = workspace.memory(session.toolchain, environment, world)
    let hasSubmodules = try workspace.head.tree.kind(of: ".gitmodules") != nil
    return ReplayMemory(
      cacheFolder: hasSubmodules ? nil : world.cacheFolder,
      surroundings: [
        Array(Ambit.version.utf8), graphs.identity, Array((platform ?? "").utf8),
        Array((session.global.workspaceFile?.bytes ?? [])), tried ?? [],
        Array((world.environment["AMBIT_ALL"] ?? "").utf8),
        workspace.footprints.encoded,
      ])
  }
}

/// The modules that commits affected, kept between replays.
/// Each workspace has a file for each set of other facts that decide a selection. A damaged file counts as missing.
struct ReplayMemory {
  /// Raise this with every change to the binary form or to the meaning of a selection.
  private static let version = 6
  private static let form = SealedForm("ambit-replay", version: version)
  /// The largest number of files for other places, toolchains and environments. The oldest are removed.
  private static let largestCount = 8
  private static let mostCommits = 2000

  private let path: String?
  private let folder: String?
  private(set) var commits: [String: Replay.Commit] = [:]
  private(set) var lists: [[Replay.Module]] = []
  private var numbers: [[Replay.Module]: Int] = [:]
  private(set) var isChanged = false

  /// `surroundings` holds all that decides a selection besides the commit.
  init(cacheFolder: String?, surroundings: [[UInt8]]) {
    var writer = ByteWriter()
    for part in surroundings { writer.data(part) }
    let digest = SHA256.digest(of: writer.bytes)
    folder = cacheFolder.map { "\($0)/replays-\(Self.version)" }
    path = folder.map { "\($0)/\(digest).replay" }
    guard let kept: Kept = path.flatMap({ Self.form.value(in: LocalFiles.read($0)) }) else { return }
    lists = kept.lists
    commits = Dictionary(kept.commits.map { (Self.name($0.id, $0.parent), $0) }) { first, _ in first }
    for (index, list) in lists.enumerated() { numbers[list] = index }
  }

  func recall(_ commit: String, parent: String) -> Replay.Commit? { commits[Self.name(commit, parent)] }

  /// Returns the number of a list. Most commits have the list of the commit before.
  mutating func number(of list: [Replay.Module]) -> Int {
    if let known = numbers[list] { return known }
    lists.append(list)
    numbers[list] = lists.count - 1
    return lists.count - 1
  }

  mutating func keep(_ commit: Replay.Commit) {
    commits[Self.name(commit.id, commit.parent)] = commit
    isChanged = true
  }

  /// Saves the commits of this replay, and the youngest of the others.
  mutating func save(_ replayed: [(commit: String, parent: String)]) {
    guard isChanged, let path, let folder else { return }
    isChanged = false
    let names = Set(replayed.map { Self.name($0.commit, $0.parent) })
    let others = commits.filter { !names.contains($0.key) }.values.sorted {
      ($1.time, $0.id) < ($0.time, $1.id)
    }
    let own = replayed.compactMap { commits[Self.name($0.commit, $0.parent)] }
    let lasting = own + others.prefix(max(Self.mostCommits - own.count, 0))
    LocalFiles.replace(path, with: Self.form.seal(Kept(lists: lists, commits: lasting)))
    LocalFiles.keepYoungest(Self.largestCount, in: folder, suffix: ".replay")
  }

  private static func name(_ commit: String, _ parent: String) -> String { "\(parent)..\(commit)" }
}

/// The contents of the file.
private struct Kept: ByteCodable {
  let lists: [[Replay.Module]]
  let commits: [Replay.Commit]

  init(lists: [[Replay.Module]], commits: [Replay.Commit]) {
    // Lists that no commit uses are left out.
    var used: [[Replay.Module]] = []
    var numbers: [Int: Int] = [:]
    self.commits = commits.map { commit in
      guard case .reached(let places, let list) = commit.finding else { return commit }
      if numbers[list] == nil {
        numbers[list] = used.count
        used.append(lists[list])
      }
      var commit = commit
      commit.finding = .reached(places, list: numbers[list] ?? 0)
      return commit
    }
    self.lists = used
  }

  func write(to writer: inout ByteWriter) {
    lists.write(to: &writer)
    writer.count(commits.count)
    for commit in commits {
      guard case .reached(let places, let list) = commit.finding else { continue }
      writer.values(commit.id, commit.parent, commit.time, list, places)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    lists = try reader.value()
    var commits: [Replay.Commit] = []
    for _ in 0..<(try reader.count(least: 5)) {
      let (id, parent) = (try reader.value(String.self), try reader.value(String.self))
      let (time, list) = (try reader.value(Int.self), try reader.value(Int.self))
      let places = try reader.value([Int].self)
      guard lists.indices.contains(list), places.allSatisfy(lists[list].indices.contains) else {
        throw .invalid
      }
      commits.append(.init(id: id, parent: parent, time: time, finding: .reached(places, list: list)))
    }
    self.commits = commits
  }
}

/// The tests that the last commits would have run, as far as a few seconds allow to find out.
struct ReplayGlance: Sendable, Hashable {
  static let depth = 50
  /// Commits are replayed in pieces, the newest piece first. Within a piece the walk goes from old to new, which is
  /// fast.
  private static let piece = 10

  let share: ReplayShare
  /// The number of commits to look at. Fewer were looked at where time ran out.
  let asked: Int

  /// nil where there is no commit. `graph` has the current tests.
  init?(_ session: Session, _ graph: WorkspaceGraph, within time: Duration) throws(Failure) {
    guard let head = session.workspace.head.commit else { return nil }
    let steps = try session.workspace.repository.mainLine(upTo: head, last: Self.depth).steps
    let usual = graph.listedModules.count { $0.kind.isTest }
    let end = session.world.now() + time
    let walk = ReplayWalk(session, platform: nil)
    var share = ReplayShare()
    var hasBegun = false
    for piece in steps.pieces(of: Self.piece).map(Array.init) {
      // At least one commit is replayed.
      let replay = try walk.replay(piece) {
        defer { hasBegun = true }
        return hasBegun && session.world.now() >= end
      }.replay
      share.add(replay, usual: usual)
      if replay.commits.count < piece.count { break }
    }
    guard share.commits > 0 else { return nil }
    (self.share, asked) = (share, steps.count)
  }
}
