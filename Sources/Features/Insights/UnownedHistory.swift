import Base
import GitBridge
import Graph
import Session

/// Finds files that belong to no module and often selected a package or everything, although nothing seems to read
/// them.
/// A person may know that nobody reads them.
struct UnownedHistory {
  struct Proposal: Sendable, Hashable {
    /// The pattern as `inputs.ignore` takes it.
    let pattern: String
    let commits: Int
    /// The number of commits that were looked at.
    let depth: Int
    /// True when the file selected everything, and not just its package.
    let reachesEverything: Bool

    /// The sentence, such as `scripts/** selected everything in 12 of the last 50 commits: ignore it?`
    var sentence: String {
      let selected = reachesEverything ? "everything" : "its package"
      return
        "\(pattern) belongs to no module and selected \(selected) in \(commits) of the last \(depth) commits: ignore it?"
    }
  }

  /// The largest number of commits to look at.
  private static let depth = 50
  /// Fewer commits are not worth a line.
  private static let least = 3
  private static let most = 10

  private let workspace: OpenWorkspace
  private let graph: WorkspaceGraph
  private let map: ModuleMap
  /// Paths with modules, links or observed reads, and all folders above them.
  private let taken: Set<RelativePath>
  /// Folders of which tests were observed to read everything.
  private let trees: Set<RelativePath>

  init(_ workspace: OpenWorkspace, _ graph: WorkspaceGraph) {
    self.workspace = workspace
    self.graph = graph
    map = workspace.map(of: graph)
    var places = Set(graph.packages.flatMap { [$0.folder] + $0.links.flatMap(\.places) })
    for module in graph.modules {
      places.formUnion([module.layout.folder].compactMap(\.self) + module.layout.inputs)
    }
    let footprints = workspace.footprints.modules.values
    for read in footprints { places.formUnion(read.tests.inside.union(read.builds.inside)) }
    trees = footprints.reduce(into: []) { $0.formUnion($1.tests.trees) }
    taken = Set(places.flatMap(\.withAncestors))
  }

  /// Returns proposals, the most frequent first. `jobs` is the number of sources that are read at a time.
  func proposals(jobs: Int) throws(Failure) -> [Proposal] {
    guard let head = workspace.head.commit else { return [] }
    var counts: [RelativePath: (commits: Int, everything: Bool)] = [:]
    let steps = try workspace.repository.mainLine(upTo: head, last: Self.depth).steps
    for step in steps {
      let changes = try workspace.repository.changes(from: step.parent, to: step.commit)
      var found: [RelativePath: Bool] = [:]
      for change in changes.map({ $0.seen(from: workspace.location.folderInRepository) }) {
        guard !change.path.escapesRoot, let (place, everything) = candidate(change.path) else { continue }
        found[place] = everything
      }
      for (place, everything) in found { counts[place] = ((counts[place]?.commits ?? 0) + 1, everything) }
    }
    let frequent = counts.filter { $0.value.commits >= Self.least }
      .sorted { ($1.value.commits, $0.key) < ($0.value.commits, $1.key) }.prefix(Self.most)
    guard !frequent.isEmpty else { return [] }
    var scan = ImportScan(cacheFolder: nil, jobs: jobs)
    let said = try scan.said(Set(frequent.map { Self.name($0.key) }), by: graph, in: workspace.tree)
    return try frequent.filter { !said.contains(Self.name($0.key)) }.map {
      place, found throws(Failure) -> Proposal? in
      guard let kind = try workspace.tree.kind(of: place) else { return nil }
      let pattern = Self.pattern(place, isFolder: kind == .folder)
      return pattern.map {
        Proposal(pattern: $0, commits: found.commits, depth: steps.count, reachesEverything: found.everything)
      }
    }.compactMap(\.self)
  }

  /// Returns the outermost folder around a file that holds nothing of a module, or the file itself. Also returns its
  /// effect.
  private func candidate(_ path: RelativePath) -> (place: RelativePath, everything: Bool)? {
    let placement = map.place(path)
    guard placement.pathClass == .unowned, map.folder(path.parent).isOutsideTargets, !taken.contains(path),
      !path.withAncestors.contains(where: trees.contains)
    else {
      return nil
    }
    // From the outermost folder inwards, with the file last.
    guard
      let place = path.withAncestors.sorted(by: { $0.bytes.count < $1.bytes.count }).first(where: {
        !taken.contains($0) && !$0.isRoot
      })
    else { return nil }
    return placement.scope == .nothing ? nil : (place, placement.scope == .everything)
  }

  /// The name by which a source would open the file.
  private static func name(_ place: RelativePath) -> String {
    String(decoding: NamePattern.lowercased(place.lastComponent), as: UTF8.self)
  }

  /// Returns nil for a name that a pattern of workspace.json cannot hold.
  private static func pattern(_ place: RelativePath, isFolder: Bool) -> String? {
    guard let text = String(validating: place.bytes, as: UTF8.self), Text.escapingControls(text) == text,
      !text.contains(where: { "*?[]{}\\!\"".contains($0) })
    else { return nil }
    return isFolder ? "\(text)/**" : place.parent.isRoot ? "/\(text)" : text
  }
}
