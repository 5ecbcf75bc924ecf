import Digests
import GitBridge
import ModuleGraph
import Names
import Platform
import Support

/// Which files of a repository may make a difference, and whether they do.
///
/// Unchecked: one thread asks.
final class WatchedFiles: @unchecked Sendable {
  /// Where Git's work tree lies.
  let root: [UInt8]
  private let repository: Repository
  /// Where modules lie, as far as that is known: Git may ignore what they are made of.
  private let moduleFolders: [[UInt8]]
  private var contents: [[UInt8]: SHA256Digest?] = [:]
  /// What was written and said what it had said before.
  private var repeated: Set<[UInt8]> = []

  struct Difference: Equatable {
    /// Relative to the work tree, as people read them.
    var changed: Set<String> = []
    /// Written, and as they were: whoever read them meanwhile may have read something else. Of each path this is told once,
    /// since a test that writes the same file in every run would never come to an end.
    var touched: Set<String> = []
  }

  init(_ repository: Repository, root: [UInt8], moduleFolders: [[UInt8]]) {
    self.repository = repository
    self.root = root
    self.moduleFolders = moduleFolders
  }

  /// Folders that builds and Git write to, and what Git ignores unless modules lie there.
  func skips(_ folder: [UInt8]) -> Bool {
    let name = folder[((folder.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
    if name.elementsEqual(".git".utf8) || name.elementsEqual(".build".utf8) { return true }
    let slash = [UInt8(ascii: "/")]
    if moduleFolders.contains(where: {
      (folder + slash).starts(with: $0 + slash) || ($0 + slash).starts(with: folder + slash)
    }) {
      return false
    }
    guard let path = String(validating: folder.dropFirst(root.count + 1), as: UTF8.self) else { return false }
    return (try? repository.isIgnored(path + "/")) ?? false
  }

  /// What of `paths` is not as it was when it was last asked about. `existed` says what was there before anything was
  /// told: what came and went since, as editors' temporary files do, makes no difference.
  func difference(_ paths: Set<[UInt8]>, _ existed: ([UInt8]) -> Bool) -> Difference {
    var difference = Difference()
    for path in paths where !Self.isEditors(path) && !isIgnored(path) {
      let content = Self.digest(of: path)
      let name = Text.escapingControls(Text.escapingInvalidUTF8(Array(path.dropFirst(root.count + 1))))
      let known = contents[path] ?? (content == nil && !existed(path) ? .some(nil) : nil)
      if let known, known == content {
        if repeated.insert(path).inserted { difference.touched.insert(name) }
      } else {
        contents[path] = .some(content)
        repeated.remove(path)
        difference.changed.insert(name)
      }
    }
    return difference
  }

  private func isIgnored(_ path: [UInt8]) -> Bool {
    guard !moduleFolders.contains(where: { path.starts(with: $0 + [UInt8(ascii: "/")]) }),
      let path = String(validating: path.dropFirst(root.count + 1), as: UTF8.self)
    else { return false }
    return (try? repository.isIgnored(path)) ?? false
  }

  /// Over what a file holds and whether it can be run; of what is none, where it leads or that it is there; nil: nothing.
  private static func digest(of path: [UInt8]) -> SHA256Digest? {
    guard let facts = FileFacts(of: path) else { return nil }
    let digest = SHA256()
    digest.update([facts.isExecutable && facts.kind != .folder ? 1 : 0])
    switch facts.kind {
    case .file: digest.update((try? ByteFiles.contents(of: path)) ?? [])
    case .link: digest.update(ByteFiles.linkTarget(at: path) ?? [])
    case .folder: digest.update(facts.inode.description.utf8)
    case .other: break
    }
    return digest.finish()
  }

  /// What editors write beside a file while they save it, and take away again.
  private static func isEditors(_ path: [UInt8]) -> Bool {
    let name = Substring(
      String(decoding: path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...], as: UTF8.self))
    return name == "4913" || name == ".DS_Store" || name.hasSuffix("~") || name.hasPrefix(".#")
      || name.hasPrefix("#") && name.hasSuffix("#")
      || name.hasPrefix(".") && [".swp", ".swx", ".swo", ".tmp"].contains(where: name.hasSuffix)
  }
}
