import Base
import SwiftSources

/// Follows includes through the headers that lie on this machine.
///
/// All branches of `#if` count, so it finds what the compiler would read, and some more.
struct HeaderSearch {
  /// The folders to search in this order, after the folder of the including header.
  let folders: [String]
  /// The workspace's absolute path. Files below it are left out, since keys hold them already.
  let workspaceRoot: String
  /// The most headers and folders that are read: enough for the largest libraries.
  private static let limit = 5000

  struct Found {
    /// The absolute paths of the headers, sorted.
    var paths: [String] = []
    var digests: [String: SHA256Digest] = [:]
    /// The folders that were searched. A new header in one of them may be found before another.
    var folders: Set<String> = []
  }

  func headers(from names: [SystemLibraryRequest.Name]) -> Found {
    var found = Found()
    var pending = names.flatMap { paths(of: $0, &found) }
    while let path = pending.popLast() {
      guard found.digests[path] == nil, found.digests.count < Self.limit, let bytes = LocalFiles.read(path)
      else { continue }
      found.digests[path] = SHA256.digest(of: bytes)
      for include in CIncludeLexer.includes(in: bytes) where include.isFile {
        let beside = include.form == .quoted ? LocalFiles.folder(of: path) : nil
        if let next = self.path(of: include.path, beside: beside, &found) { pending.append(next) }
      }
    }
    found.paths = found.digests.keys.sorted()
    return found
  }

  /// Returns the files outside of the workspace that a name in the library's own files leads to.
  private func paths(of name: SystemLibraryRequest.Name, _ found: inout Found) -> [String] {
    guard name.isFolder else {
      let path = path(of: name.text, beside: name.folder, &found)
      return path.map { isInWorkspace($0) ? [] : [$0] } ?? []
    }
    let root = name.text.hasPrefix("/") ? name.text : "\(name.folder ?? "")/\(name.text)"
    return isInWorkspace(root) ? [] : headers(below: LocalFiles.resolved(root) ?? root, &found)
  }

  private func headers(below root: String, _ found: inout Found) -> [String] {
    var paths: [String] = []
    var pending = [root]
    while let folder = pending.popLast(), found.folders.count < Self.limit {
      guard found.folders.insert(folder).inserted else { continue }
      for name in LocalFiles.names(in: folder).sorted() {
        let path = "\(folder)/\(name)"
        if LocalFiles.isFile(path) { paths.append(path) } else { pending.append(path) }
      }
    }
    return paths
  }

  private func isInWorkspace(_ path: String) -> Bool {
    (LocalFiles.resolved(path) ?? path).hasPrefix(workspaceRoot + "/")
  }

  private func path(of name: String, beside folder: String?, _ found: inout Found) -> String? {
    if name.hasPrefix("/") { return LocalFiles.isFile(name) ? name : nil }
    for folder in (folder.map { [$0] } ?? []) + folders {
      let path = "\(folder)/\(name)"
      found.folders.insert(LocalFiles.folder(of: path))
      if LocalFiles.isFile(path) { return path }
    }
    return nil
  }

  /// The folders that compilers search by default.
  static var defaultFolders: [String] {
    let perArchitecture = LocalFiles.names(in: "/usr/include").filter { $0.contains("-linux-") }.sorted()
    return ["/usr/local/include"] + perArchitecture.map { "/usr/include/\($0)" } + ["/usr/include"]
  }
}
