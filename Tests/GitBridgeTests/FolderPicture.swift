import Foundation
import TestSupport

/// What lies in a folder, in a form that can be compared: kind and bytes of every file by path.
struct FolderPicture: Equatable, CustomStringConvertible {
  private(set) var files: [String: String] = [:]

  /// Git's own files are left out.
  init(_ folder: String) {
    add(folder, at: "")
  }

  private mutating func add(_ folder: String, at path: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    if names.isEmpty { files[path] = "empty folder" }
    for name in names where name != ".git" {
      let file = "\(folder)/\(name)"
      var status = stat()
      guard lstat(file, &status) == 0 else { continue }
      let place = path.isEmpty ? name : "\(path)/\(name)"
      switch status.st_mode & S_IFMT {
      case S_IFDIR: add(file, at: place)
      case S_IFLNK:
        files[place] = "link to \((try? FileManager.default.destinationOfSymbolicLink(atPath: file)) ?? "?")"
      default:
        let bytes = FileManager.default.contents(atPath: file) ?? Data()
        let kind = status.st_mode & S_IXUSR == 0 ? "file" : "executable"
        files[place] = "\(kind) \(bytes.map { String($0, radix: 16) }.joined(separator: " "))"
      }
    }
  }

  var description: String {
    files.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
  }

  /// Paths that differ.
  func differences(from other: FolderPicture) -> [String] {
    Set(files.keys).union(other.files.keys).filter { files[$0] != other.files[$0] }.sorted()
  }
}

extension Scene {
  /// What `git` itself would check out.
  func gitCheckout(_ revision: String) throws -> FolderPicture {
    let folder = "oracle-\(UUID().uuidString)"
    try git("worktree add -q --detach \(sandbox.path(folder)) \(revision)")
    defer { _ = try? git("worktree remove --force \(sandbox.path(folder))") }
    if FileManager.default.fileExists(atPath: sandbox.path("\(folder)/.gitmodules")) {
      try sandbox.git(folder, "submodule --quiet update --init --recursive")
    }
    return FolderPicture(sandbox.path(folder))
  }
}
