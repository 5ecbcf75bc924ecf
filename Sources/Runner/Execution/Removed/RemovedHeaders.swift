import Base

/// The headers that C sources found, or missed, in their last compilation.
///
/// A compiler notes the files that it read, and not those that it missed. So SwiftPM does not recompile a source whose
/// `__has_include` would now find a file. It also misses a new header that would now come first. Swift code that
/// imports such a module has the same problem, since the compiler caches headers.
///
/// So the outputs of C sources are deleted when a file comes to their package, or goes. The outputs of dependents go
/// too.
struct RemovedHeaders {
  let scratch: String
  let engine: any EngineForm
  let workspace: RunWorkspace

  private var record: String { "\(scratch)/ambit-headers" }

  /// Deletes the outputs of C sources in packages with other files than before, and records the files. Returns true
  /// when there were such packages. `isFromNothing` is true when nothing was built here before.
  func sweep(_ listings: [RelativePath: PackageListing], isFromNothing: Bool) throws(Failure) -> Bool {
    let current = listings.compactMap { folder, listing in
      listing.included.map { (Self.name(of: folder), (folder, $0)) }
    }
    let before = remembered()
    let now = (before ?? [:]).merging(current.map { ($0, $1.1) }) { _, new in new }
    guard now != before else { return false }
    // Without a record the origin of the outputs is unknown.
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

  /// Returns a digest, since a folder's name may have spaces or line ends.
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

  private func remember(_ listings: [String: String]) throws(Failure) {
    let lines = listings.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    guard LocalFiles.replace(record, with: Array(lines.joined(separator: "\n").utf8)) else {
      throw .scratchUnwritable(record)
    }
  }
}
