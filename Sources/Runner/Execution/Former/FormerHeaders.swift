import Base

/// What C sources found, and found missing, when they were compiled last. A compiler notes the files that it read and
/// not those it looked for in vain, so SwiftPM leaves a source alone whose `__has_include` would now be answered
/// otherwise, or for which a new header would now come first. Swift that imports such a module is no better off: the
/// compiler keeps what it has read of headers in a cache.
///
/// So when a file comes to a package with C sources, or goes, what was made of those is made anew, with all that was
/// made with it.
struct FormerHeaders {
  let scratch: String
  let engine: any EngineForm
  let workspace: RunWorkspace

  private var record: String { "\(scratch)/ambit-headers" }

  /// Deletes what was made of C sources in packages that have other files than before, and remembers what they have.
  /// Returns whether there were such. `isFromNothing`: nothing was built here before.
  func sweep(_ listings: [RelativePath: PackageListing], isFromNothing: Bool) throws(RunError) -> Bool {
    let current = listings.compactMap { folder, listing in
      listing.included.map { (Self.name(of: folder), (folder, $0)) }
    }
    let before = remembered()
    let now = (before ?? [:]).merging(current.map { ($0, $1.1) }) { _, new in new }
    guard now != before else { return false }
    // Without notes nothing is known of what lies here.
    let others =
      before.map { before in current.filter { before[$0.0] != nil && before[$0.0] != $0.1.1 }.map(\.1.0) }
      ?? (isFromNothing ? [] : Array(workspace.packageFolders.keys))
    if !others.isEmpty { discard(others) }
    try remember(now)
    return !others.isEmpty
  }

  private func discard(_ packages: [RelativePath]) {
    let roots = workspace.modules(ofPackages: packages).filter { module in
      workspace.sourceFolder(of: module).map { SourceFiles.mayBeNative(below: $0) } ?? false
    }
    let names = Set(
      workspace.reached(from: roots).map { Substring(ModuleNames.compiled($0.name)) })
    let outputs = engine.outputs(in: scratch)
    outputs.remove(where: names.contains)
    outputs.removeModuleCaches()
  }

  /// A folder may be called anything; a digest of it fits on a line.
  private static func name(of package: RelativePath) -> String {
    SHA256.digest(of: package.bytes).description
  }

  private func remembered() -> [String: String]? {
    guard let bytes = LocalFiles.read(record) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      let words = line.split(separator: " ", maxSplits: 1)
      return (String(words.first ?? ""), String(words.last ?? ""))
    }
    return Dictionary(lines) { first, _ in first }
  }

  private func remember(_ listings: [String: String]) throws(RunError) {
    let lines = listings.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    guard LocalFiles.replace(record, with: Array(lines.joined(separator: "\n").utf8)) else {
      throw .unwritable(record)
    }
  }
}
