import Digests
import Files
import Support

/// Follows includes through the headers that lie on this machine.
///
/// All branches of `#if` count, so it finds what the compiler would read, and some more.
struct HeaderSearch {
  /// Searched in this order, after the folder of the header that includes.
  let folders: [String]
  /// Enough for the largest libraries; what lies beyond is not looked at.
  private static let limit = 5000

  struct Found {
    /// Absolute, sorted.
    var paths: [String] = []
    var digests: [String: SHA256Digest] = [:]
  }

  func headers(from names: [String]) -> Found {
    var found = Found()
    var pending = names.compactMap { path(of: $0, beside: nil) }
    while let path = pending.popLast() {
      guard found.digests[path] == nil, found.digests.count < Self.limit, let bytes = LocalFiles.read(path)
      else { continue }
      found.digests[path] = SHA256.digest(of: bytes)
      for include in CIncludeLexer.includes(in: bytes) where include.isFile {
        let beside = include.form == .quoted ? LocalFiles.folder(of: path) : nil
        if let next = self.path(of: include.path, beside: beside) { pending.append(next) }
      }
    }
    found.paths = found.digests.keys.sorted()
    return found
  }

  private func path(of name: String, beside folder: String?) -> String? {
    if name.hasPrefix("/") { return LocalFiles.isFile(name) ? name : nil }
    return ((folder.map { [$0] } ?? []) + folders).lazy.map { "\($0)/\(name)" }.first {
      LocalFiles.isFile($0)
    }
  }

  /// Where compilers look without being told.
  static var defaultFolders: [String] {
    let perArchitecture = LocalFiles.names(in: "/usr/include").filter { $0.contains("-linux-") }.sorted()
    return ["/usr/local/include"] + perArchitecture.map { "/usr/include/\($0)" } + ["/usr/include"]
  }
}
