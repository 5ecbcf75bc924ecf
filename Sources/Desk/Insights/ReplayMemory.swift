import AffectedGraph
import Digests
import Forecast
import Platform
import Support

/// What commits reached, kept between replays in one file for each workspace and all that decides a selection besides
/// the commits. Whatever is wrong with the file, or is not sure to be the same tomorrow, is found out anew.
struct ReplayMemory {
  /// Counts up with every change to the binary form or to what a selection is.
  private static let version = 2
  private static let form = SealedForm("ambit-replay", version: version)
  /// Files of other places, toolchains and environments, the oldest of which go.
  private static let largestCount = 8

  private let path: String?
  private let folder: String?
  private(set) var commits: [String: Replay.Commit] = [:]
  private(set) var graphs: [ReachGraph] = []
  private var numbers: [SHA256Digest: Int] = [:]
  private(set) var isChanged = false

  /// `surroundings` is all that decides besides the commit.
  init(cacheFolder: String?, surroundings: [[UInt8]]) {
    var writer = ByteWriter()
    for part in surroundings { writer.data(part) }
    let digest = SHA256.digest(of: writer.bytes)
    folder = cacheFolder.map { "\($0)/replays-\(Self.version)" }
    path = folder.map { "\($0)/\(digest).replay" }
    guard let kept: Kept = path.flatMap({ Self.form.value(in: LocalFiles.read($0)) }) else { return }
    graphs = kept.graphs
    commits = Dictionary(kept.commits.map { (Self.name($0.id, $0.parent), $0) }) { first, _ in first }
    for (index, graph) in graphs.enumerated() { numbers[SHA256.digest(of: graph.encoded)] = index }
  }

  func recall(_ commit: String, parent: String) -> Replay.Commit? { commits[Self.name(commit, parent)] }

  /// The number of a graph, which mostly is that of the commit before.
  mutating func number(of graph: ReachGraph) -> Int {
    let digest = SHA256.digest(of: graph.encoded)
    if let known = numbers[digest] { return known }
    graphs.append(graph)
    numbers[digest] = graphs.count - 1
    return graphs.count - 1
  }

  mutating func keep(_ commit: Replay.Commit) {
    commits[Self.name(commit.id, commit.parent)] = commit
    isChanged = true
  }

  /// Writes down what is known of the commits of this replay; others have had their time.
  mutating func save(_ replayed: [(commit: String, parent: String)]) {
    guard isChanged, let path, let folder else { return }
    isChanged = false
    let lasting = replayed.compactMap { commits[Self.name($0.commit, $0.parent)] }
    LocalFiles.replace(path, with: Self.form.seal(Kept(graphs: graphs, commits: lasting)))
    let files = LocalFiles.names(in: folder).filter { $0.hasSuffix(".replay") }
    guard files.count > Self.largestCount else { return }
    let byAge = files.map { (name: $0, age: LocalFiles.modified("\(folder)/\($0)") ?? 0) }
      .sorted { ($0.age, $0.name) < ($1.age, $1.name) }
    for file in byAge.prefix(files.count - Self.largestCount) { LocalFiles.remove("\(folder)/\(file.name)") }
  }

  private static func name(_ commit: String, _ parent: String) -> String { "\(parent)..\(commit)" }
}

/// What lies in the file.
private struct Kept: ByteCodable {
  let graphs: [ReachGraph]
  let commits: [Replay.Commit]

  init(graphs: [ReachGraph], commits: [Replay.Commit]) {
    // Those that no commit speaks of any more are left out.
    var used: [ReachGraph] = []
    var numbers: [Int: Int] = [:]
    self.commits = commits.map { commit in
      guard case .seeds(let seeds, let graph) = commit.finding else { return commit }
      if numbers[graph] == nil {
        numbers[graph] = used.count
        used.append(graphs[graph])
      }
      var commit = commit
      commit.finding = .seeds(seeds, graph: numbers[graph] ?? 0)
      return commit
    }
    self.graphs = used
  }

  func write(to writer: inout ByteWriter) {
    graphs.write(to: &writer)
    writer.count(commits.count)
    for commit in commits {
      guard case .seeds(let seeds, let graph) = commit.finding else { continue }
      writer.values(commit.id, commit.parent, commit.time, graph, seeds)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    graphs = try reader.value()
    var commits: [Replay.Commit] = []
    for _ in 0..<(try reader.count(least: 5)) {
      let (id, parent) = (try reader.value(String.self), try reader.value(String.self))
      let (time, graph) = (try reader.value(Int.self), try reader.value(Int.self))
      let seeds = try reader.value([Int].self)
      guard graphs.indices.contains(graph), seeds.allSatisfy(graphs[graph].nodes.indices.contains) else {
        throw .invalid
      }
      commits.append(.init(id: id, parent: parent, time: time, finding: .seeds(seeds, graph: graph)))
    }
    self.commits = commits
  }
}
