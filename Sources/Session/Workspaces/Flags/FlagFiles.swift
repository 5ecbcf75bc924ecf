import Base
import Graph

/// The contents of files that the flags of a run name and that Git does not track.
enum FlagFiles {
  /// Bytes to read at most. Later files count by size and time: another machine gets another key, and never a wrong
  /// one.
  private static let mostRead = 64 << 20
  private static let mostFiles = 5000
  /// Beyond this, not even sizes and times are compared.
  private static let mostStamped = 500_000

  struct Found {
    /// Sorted by the path that names them.
    var files: [FlagFile] = []
    /// The name of a folder with more files than are looked at. No key can hold its content.
    var crowded: String?
  }

  /// Folders of the system. The key holds the host instead.
  private static let system = ["/usr/", "/lib/", "/lib64/", "/System/", "/Library/Developer/"]
  private static let changing = ["/usr/local/", "/usr/share/"]

  static func read(
    _ places: RunFlags.Places, _ location: WorkspaceLocation, atMost mostFiles: Int = Self.mostFiles,
    stamping mostStamped: Int = Self.mostStamped
  ) -> Found {
    let unseen = places.unseen.map { (name: $0.description, path: location.absolutePath(of: $0)) }
    let outside = places.outside.filter { !isSystem($0) }.map { (name: $0, path: $0) }
    var rest = mostRead
    var found = Found()
    for place in (unseen + outside).sorted(by: { $0.name < $1.name }) {
      let (files, isWhole) = files(below: place.path, mostFiles + mostStamped)
      for file in files.prefix(mostFiles) {
        let name = place.name + file.dropFirst(place.path.count)
        found.files.append(FlagFile(name: name, digest: digest(of: file, &rest)))
      }
      // SDKs and toolchains have tens of thousands of files.
      let others = files.dropFirst(mostFiles).map { file in
        "\(place.name)\(file.dropFirst(place.path.count)) \(LocalFiles.stamp(of: file) ?? "")"
      }
      if !others.isEmpty {
        let all = others.joined(separator: "\0")
        found.files.append(
          FlagFile(name: "\(place.name), other files", digest: SHA256.digest(of: all.utf8)))
      }
      if !isWhole { found.crowded = found.crowded ?? place.name }
    }
    return found
  }

  private static func isSystem(_ path: String) -> Bool {
    system.contains { path.hasPrefix($0) } && !changing.contains { path.hasPrefix($0) }
  }

  private static func digest(of file: String, _ rest: inout Int) -> SHA256Digest {
    guard rest > 0, let bytes = LocalFiles.read(file) else {
      return SHA256.digest(of: Array("stamp \(LocalFiles.stamp(of: file) ?? "")".utf8))
    }
    rest -= bytes.count
    return SHA256.digest(of: bytes)
  }

  private static func files(below root: String, _ mostFiles: Int) -> (files: [String], isWhole: Bool) {
    var found: [String] = []
    var pending = [root]
    // A link may lead back to a folder above it.
    var visited: Set<String> = []
    while let path = pending.popLast() {
      guard found.count < mostFiles else { return (found, false) }
      if LocalFiles.isFile(path) {
        found.append(path)
      } else if LocalFiles.isFolder(path), visited.insert(LocalFiles.resolved(path) ?? path).inserted {
        pending += LocalFiles.names(in: path).sorted(by: >).map { "\(path)/\($0)" }
      }
    }
    return (found, true)
  }
}
