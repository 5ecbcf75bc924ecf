import Base
import GitBridge
import Graph
import Runner
import Store

/// The build states of other machines.
/// Each line of states has a list of commits, so that finding the nearest needs no request for each ancestor.
struct SharedStates {
  /// The latest commits of a line. Older states are too far from current builds to help.
  private static let commits = RecordedList<String>(name: "ambit-states", most: 64)

  let remote: RemoteCache
  let store: LocalStore
  let lines: [StateLine]
  /// The commits of each list, latest first. They are fetched when first needed.
  private let known = Guarded<[SHA256Digest: [String]]?>(nil)

  /// Returns the same for other lines.
  func with(_ lines: [StateLine]) -> SharedStates { SharedStates(remote: remote, store: store, lines: lines) }

  /// Fetches the lists of all lines at once.
  private func commits(_ key: SHA256Digest) -> [String] {
    if let known = known.with({ $0 }) { return known[key] ?? [] }
    let found = remote.records(lines.map(Self.key)).reduce(into: [SHA256Digest: [String]]()) { known, found in
      known[found.key] = Self.commits.values(in: found.value, for: found.key)
    }
    known.with { $0 = found }
    return found[key] ?? []
  }

  func has(_ line: StateLine, commit: String) -> Bool { commits(Self.key(line)).contains(commit) }

  /// Fetches states into the local store, in one request.
  func bring(_ states: [(line: StateLine, commit: String)]) {
    remote.bring(states.map { $0.line.key(commit: $0.commit) })
  }

  /// Sends a state that was just saved, and puts its commit first in the list.
  func send(_ line: StateLine, commit: String) {
    let key = Self.key(line)
    let result = Self.commits.record(of: commit, before: commits(key), for: key)
    guard store.setRecord(result, for: key) else { return }
    remote.send([line.key(commit: commit), key])
  }

  /// Sends a state that was saved while there was no remote cache, or while it could not be reached.
  func sendOnce(_ line: StateLine, commit: String) {
    if !remote.hasSent(line.key(commit: commit)) { send(line, commit: commit) }
  }

  private static func key(_ line: StateLine) -> SHA256Digest { commits.key(line.digest) }
}

/// The files that a build may read: all that Git does not ignore, and ignored files that modules read.
/// Paths are relative to the repository, since packages may lie beside the workspace.
struct StateFiles {
  let tree: WorkingTree
  let location: WorkspaceLocation
  let graph: WorkspaceGraph
  let config: WorkspaceConfig

  func paths() throws(Failure) -> [RelativePath] {
    let folders = [location.folderInRepository] + foldersOutside
    var known: [TreeFile] = []
    for folder in folders { known += try tree.files(below: folder) }
    let sources = IgnoredSources(
      tree: tree, workspaceFolder: location.folderInRepository, modules: config.modules)
    let ignored = graph.modules.indices.flatMap { sources.files(of: $0, in: graph) }
      .filter { $0.kind != .folder }.map { location.folderInRepository.appending($0.path) }
      .filter { !$0.escapesRoot }
    return Set(known.filter { $0.kind == .file || $0.kind == .executable }.map(\.path) + ignored).sorted()
  }

  /// True when all packages and their files lie in the repository.
  var stayInRepository: Bool {
    !placesOutside.contains(where: \.escapesRoot) && !graph.modules.contains { $0.placeOutside != nil }
  }

  private var foldersOutside: [RelativePath] { placesOutside.filter { !$0.escapesRoot } }

  /// Folders outside the workspace, relative to the repository.
  private var placesOutside: [RelativePath] {
    let inside = location.folderInRepository
    return Set(graph.modules.indices.flatMap { graph.placesOutside($0) } + graph.packages.map(\.folder))
      .filter(\.escapesRoot).map(inside.appending).sorted()
  }
}

/// A list that is stored as a record, the latest value first.
struct RecordedList<Value: ByteCodable & Equatable> {
  let name: String
  let most: Int

  private var form: SealedForm { SealedForm(name, version: 1) }

  /// Returns the key of the list that belongs to a line of states or to a product.
  func key(_ owner: SHA256Digest) -> SHA256Digest { SHA256.digest(of: Array(name.utf8) + owner.bytes) }

  /// Returns the values of all records of the list, each once.
  func values(in records: some Sequence<ActionResult>, for key: SHA256Digest) -> [Value] {
    let all = records.flatMap { form.value(in: $0.file(name)?.contents, for: key) ?? [Value]() }
    return all.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  func values(in store: LocalStore, for key: SHA256Digest) -> [Value] {
    values(in: [store.record(key)].compactMap(\.self), for: key)
  }

  /// Returns a record of the list with `value` first.
  func record(of value: Value, before others: [Value], for key: SHA256Digest) -> ActionResult {
    let values = [value] + others.filter { $0 != value }.prefix(most - 1)
    return ActionResult(file: name, form.seal(values, for: key))
  }
}

/// Names the states that may replace one another.
/// A line holds all that decides the contents of a scratch folder, except the sources.
struct StateLines {
  /// A part of every line. Raise it when older versions of Ambit left folders that must not be used.
  private static let version = "6"

  let workspace: String
  /// The path of the `swift` in use. Build outputs contain paths of its libraries.
  let swift: String
  let surroundings: KeySurroundings

  func line(of group: BuildGroup) -> StateLine { line(of: group, at: workspace) }

  /// Returns the line of the group if the workspace lay at `place`.
  func line(of group: BuildGroup, at place: String) -> StateLine {
    StateLine(
      fields(of: group), workspace: place, scratch: place + group.scratchFolder.dropFirst(workspace.count))
  }

  /// Returns the part that lines share if they differ in nothing but their place.
  func kin(of group: BuildGroup) -> StateLine {
    StateLine(
      fields(of: group), workspace: "", scratch: String(group.scratchFolder.dropFirst(workspace.count)))
  }

  private func fields(of group: BuildGroup) -> [(name: String, value: String)] {
    var fields = [
      ("version", Self.version),
      ("swift", swift),
      ("toolchain", surroundings.toolchain),
      ("system", surroundings.host.system),
      ("system version", surroundings.host.version),
      ("libc", surroundings.host.libc),
      ("engine", surroundings.build.engine.rawValue),
      ("configuration", surroundings.build.configuration),
      // Other pins would make SwiftPM change checkouts, whose repositories are not part of a state.
      ("pins", group.pins?.text ?? ""),
    ]
    fields += surroundings.build.allArguments.map { ("argument", $0) }
    fields += surroundings.environment.sorted { $0.key < $1.key }.map { ("variable \($0.key)", $0.value) }
    return fields.map { (name: $0.0, value: $0.1) }
  }
}
