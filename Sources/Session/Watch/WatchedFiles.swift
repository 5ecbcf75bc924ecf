package import Base
package import GitBridge

/// Which files of a repository may make a difference, and whether they do.
///
/// Unchecked: one thread asks.
package final class WatchedFiles: @unchecked Sendable {
  /// Where Git's work tree lies.
  let root: [UInt8]
  private let repository: Repository
  /// Where what modules are made of lies, as far as that is known: Git may ignore it.
  private let moduleFolders: [[UInt8]]
  /// The hash values of all files that Git has in hand, and of their folders: rules alone would call some of them ignored.
  private let known: Set<Int>
  private var contents: [[UInt8]: SHA256Digest?] = [:]
  struct Difference: Equatable {
    /// Relative to the work tree, as people read them.
    var changed: Set<String> = []
    /// Written, and as they were: whoever read them meanwhile may have read something else.
    var touched: Set<String> = []
  }

  /// `files` are those that Git has in hand, relative to `root`.
  package init(
    _ repository: Repository, root: [UInt8], moduleFolders: [[UInt8]], files: some Sequence<RelativePath> = []
  ) {
    self.repository = repository
    self.root = root
    self.moduleFolders = moduleFolders
    var known: Set<Int> = []
    for file in files {
      var path = file
      // Folders of one file are mostly those of the one before.
      while known.insert((root + [UInt8(ascii: "/")] + path.bytes).hashValue).inserted, !path.parent.isRoot {
        path = path.parent
      }
    }
    self.known = known
  }

  /// Whether a change of one of `paths` may change what counts.
  static func decide(_ paths: Set<String>) -> Bool {
    paths.contains { path in
      let name = path.split(separator: "/").last ?? ""
      return [".gitignore", ".gitmodules", "workspace.json"].contains(name)
        || name.hasPrefix("Package") && name.hasSuffix(".swift")
    }
  }

  /// Folders that builds and Git write to, and what Git ignores unless modules lie there.
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

  /// What of `paths` is not as it was when it was last asked about. `existed` says what was there before anything was
  /// told: what came and went since, as editors' temporary files do, makes no difference.
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

  private func isIgnored(_ path: [UInt8]) -> Bool {
    guard !known.contains(path.hashValue),
      !moduleFolders.contains(where: { path == $0 || path.starts(with: $0 + [UInt8(ascii: "/")]) }),
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
