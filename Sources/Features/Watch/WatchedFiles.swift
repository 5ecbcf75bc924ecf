import Base
import GitBridge
import Session

/// Decides which files of a repository count, and compares them with their last known contents.
///
/// It is not thread-safe: one thread uses it.
final class WatchedFiles: @unchecked Sendable {
  /// The root of Git's working tree.
  let root: [UInt8]
  private let repository: Repository
  /// Folders of modules, as far as they are known. They count even if Git ignores them.
  private let moduleFolders: [[UInt8]]
  /// Hash values of the paths that Git tracks, and of their folders. Ignore rules alone would drop some of them.
  private let known: Set<Int>
  private var contents: [[UInt8]: SHA256Digest?] = [:]

  struct Difference: Equatable {
    /// Some unknown files, because events were lost.
    static let unknown = Difference(changed: ["many files"])

    /// Relative to the working tree, for people.
    var changed: Set<String> = []
    /// Files that were written and hold what they held before. A run that read them meanwhile may have read something
    /// else.
    var touched: Set<String> = []
  }

  /// `files` are the paths that Git tracks, relative to `root`.
  init(
    _ repository: Repository, root: [UInt8], moduleFolders: [[UInt8]], files: some Sequence<RelativePath> = []
  ) {
    self.repository = repository
    self.root = root
    self.moduleFolders = moduleFolders
    var known: Set<Int> = []
    for file in files {
      var path = file
      // A folder that is known has known parents.
      while known.insert((root + [UInt8(ascii: "/")] + path.bytes).hashValue).inserted, !path.parent.isRoot {
        path = path.parent
      }
    }
    self.known = known
  }

  /// Returns true when a change of `paths` may alter which files count.
  static func decide(_ paths: Set<String>) -> Bool {
    paths == Difference.unknown.changed
      || paths.contains { path in
        let name = path.split(separator: "/").last ?? ""
        return [".gitignore", ".gitmodules", "workspace.json"].contains(name)
          || name.hasPrefix("Package") && name.hasSuffix(".swift")
      }
  }

  /// Returns true for folders of builds and of Git, and for ignored folders without modules.
  func skips(_ folder: [UInt8]) -> Bool {
    let name = folder[((folder.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
    if name.elementsEqual(".git".utf8) || name.elementsEqual(".build".utf8) { return true }
    if known.contains(folder.hashValue) { return false }
    let slash = [UInt8(ascii: "/")]
    if moduleFolders.contains(where: {
      (folder + slash).starts(with: $0 + slash) || ($0 + slash).starts(with: folder + slash)
    }) {
      return false
    }
    guard let path = String(validating: folder.dropFirst(root.count + 1), as: UTF8.self) else { return false }
    return (try? repository.isIgnored(path + "/")) ?? false
  }

  /// Compares `paths` with what they held when they were last asked about.
  /// `existed` returns true for a file that existed when the watch began. Temporary files that came and went make no
  /// difference.
  func difference(_ paths: Set<[UInt8]>, _ existed: ([UInt8]) -> Bool) -> Difference {
    var difference = Difference()
    for path in paths where !Self.isEditors(path) && !isIgnored(path) {
      let content = Self.digest(of: path)
      let name = Text.escapingControls(Text.escapingInvalidUTF8(Array(path.dropFirst(root.count + 1))))
      let known = contents[path] ?? (content == nil && !existed(path) ? .some(nil) : nil)
      if let known, known == content {
        difference.touched.insert(name)
      } else {
        contents[path] = .some(content)
        difference.changed.insert(name)
      }
    }
    return difference
  }

  /// Call this when changes were lost. The next change of any file then makes a difference.
  func forget() { contents = [:] }

  private func isIgnored(_ path: [UInt8]) -> Bool {
    guard !known.contains(path.hashValue),
      !moduleFolders.contains(where: { path == $0 || path.starts(with: $0 + [UInt8(ascii: "/")]) }),
      let path = String(validating: path.dropFirst(root.count + 1), as: UTF8.self)
    else { return false }
    return (try? repository.isIgnored(path)) ?? false
  }

  /// Returns a digest of content and executable bit; for a link its target, for a folder its identity. nil if nothing
  /// is there.
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

  /// Returns true for temporary files that editors write beside a file while saving.
  private static func isEditors(_ path: [UInt8]) -> Bool {
    let name = Substring(
      String(decoding: path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...], as: UTF8.self))
    return name == "4913" || name == ".DS_Store" || name.hasSuffix("~") || name.hasPrefix(".#")
      || name.hasPrefix("#") && name.hasSuffix("#")
      || name.hasPrefix(".") && [".swp", ".swx", ".swo", ".tmp"].contains(where: name.hasSuffix)
  }
}
