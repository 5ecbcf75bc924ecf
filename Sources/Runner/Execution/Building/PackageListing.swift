import Base

/// Digests of the names of a package's files. Later builds compare them.
struct PackageListing: Sendable, Equatable {
  /// The digest of all names and of the manifests' bytes. SwiftPM's plan depends on them.
  let planned: String
  /// The digest of the names that C sources could include. nil when the package has no C sources or headers.
  let included: String?
  /// The digest of its manifests' bytes.
  let manifests: SHA256Digest
  /// The latest change of a folder or a manifest, in nanoseconds since 1970. It changes when a file comes or goes.
  let changed: Int64

  /// `others` holds the absolute folders of other packages, which are skipped.
  init(of folder: String, without others: Set<String>) {
    var walk = PackageWalk(others: others)
    walk.visit(folder)
    planned = walk.planned.finish().description
    let included = walk.included.finish().description
    self.included = walk.isNative ? included : nil
    changed = walk.changed
    manifests = walk.manifests.finish()
  }
}

private struct PackageWalk: ~Copyable {
  let others: Set<String>
  var planned = SHA256()
  var included = SHA256()
  var manifests = SHA256()
  var isNative = false
  var changed = Int64.min
  /// The folders that links led to. A link may lead to a folder above itself.
  var linked: Set<String> = []

  mutating func visit(_ root: String) {
    var pending = [root]
    while let folder = pending.popLast() {
      noteTime(of: folder)
      // SwiftPM skips hidden files.
      for entry in LocalFiles.entries(in: folder).sorted(by: { $0.name < $1.name })
      where !entry.name.hasPrefix(".") {
        let path = "\(folder)/\(entry.name)"
        guard entry.isFolder else {
          note(path, entry.name)
          if folder == root, Self.isManifest(entry.name) { noteManifest(path) }
          continue
        }
        guard !others.contains(path) else { continue }
        if entry.isLink {
          guard let place = LocalFiles.resolved(path), linked.insert(place).inserted else { continue }
        }
        pending.append(path)
      }
    }
  }

  private mutating func note(_ path: String, _ name: String) {
    planned.update(path.utf8)
    planned.update([0])
    let ending = SourceFiles.ending(of: name)
    guard ending != "swift", ending != "md" else { return }
    isNative = isNative || SourceFiles.isNative(ending)
    included.update(path.utf8)
    included.update([0])
  }

  private mutating func noteManifest(_ path: String) {
    let bytes = LocalFiles.read(path) ?? []
    noteTime(of: path)
    planned.update(bytes)
    manifests.update(bytes)
  }

  private mutating func noteTime(of path: String) {
    changed = max(changed, FileTimes(of: path)?.changed ?? .max)
  }

  private static func isManifest(_ name: String) -> Bool {
    name.hasPrefix("Package") && name.hasSuffix(".swift")
  }
}

enum SourceFiles {
  /// The endings of files that SwiftPM compiles beside Swift. Their headers have the endings below.
  private static let compiled: Set = ["c", "m", "mm", "cc", "cpp", "cxx", "s", "S"]
  private static let headers: Set = ["h", "hh", "hpp", "hxx", "modulemap"]

  static func ending(of name: String) -> Substring {
    name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? ""
  }

  /// True for endings of C, its relatives and their headers.
  static func isNative(_ ending: Substring) -> Bool {
    compiled.contains(String(ending)) || headers.contains(String(ending))
  }

  /// Returns true when `folder` holds a file to compile.
  static func exist(below folder: String) -> Bool {
    !visit(folder) { _, ending in ending != "swift" && !compiled.contains(String(ending)) }
  }

  /// Returns true when `folder` may hold a C target or a system library.
  static func mayBeNative(below folder: String) -> Bool {
    var hasSwift = false
    let isSwift = visit(folder) { _, ending in
      hasSwift = hasSwift || ending == "swift"
      return !isNative(ending)
    }
    return !isSwift || !hasSwift
  }

  /// Visits the paths and endings of all files until `goOn` returns false. Returns true when it has visited all.
  static func visit(_ folder: String, _ goOn: (String, Substring) -> Bool) -> Bool {
    var pending = [folder]
    while let next = pending.popLast() {
      for entry in LocalFiles.entries(in: next) {
        let path = "\(next)/\(entry.name)"
        guard goOn(path, ending(of: entry.name)) else { return false }
        // A link may lead to a folder above itself.
        if entry.isFolder, !entry.isLink { pending.append(path) }
      }
    }
    return true
  }
}
