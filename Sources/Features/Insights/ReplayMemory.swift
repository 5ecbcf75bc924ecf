import Base

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
    let files = LocalFiles.names(in: folder).filter { $0.hasSuffix(".replay") }
    guard files.count > Self.largestCount else { return }
    let byAge = files.map { (name: $0, age: LocalFiles.modified("\(folder)/\($0)") ?? 0) }
      .sorted { ($0.age, $0.name) < ($1.age, $1.name) }
    for file in byAge.prefix(files.count - Self.largestCount) { LocalFiles.remove("\(folder)/\(file.name)") }
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
