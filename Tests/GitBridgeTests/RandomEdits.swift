import Base
import Foundation
import TestSupport

/// A small generator, so that a failing script can be run again from its seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// Random edits to a repository: files, links, modes, folders that become files and back, staging.
struct RandomEdits {
  let sandbox: GitSandbox
  let place: String
  var random: SeededGenerator

  static let paths = [
    "a", "a-b", "a/b", "a/b/c", "a.b", "b/c", "b/c/d", "b/c-d", "sp ace/x y", "q\"uote", "tab\there",
    "new\nline", "ü/é", "z/z/z/z", "z/z/y", "log.log", "keep.log", "build/out", "build/kept", "Ä",
    "b/build/x",
  ]

  func write(_ path: String, _ text: String) {
    clear(path)
    let file = sandbox.path(place + "/" + path)
    try? FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: file, contents: Data(text.utf8))
  }

  /// Removes what stands in the way of a file at `path`, the folder there or a file above.
  private func clear(_ path: String) {
    let manager = FileManager.default
    var above = ""
    for part in path.split(separator: "/").dropLast() {
      above += "/" + part
      var isFolder: ObjCBool = false
      let folder = sandbox.path(place + above)
      if manager.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue { continue }
      try? manager.removeItem(atPath: folder)
    }
    try? manager.removeItem(atPath: sandbox.path(place + "/" + path))
  }

  mutating func step() throws {
    let path = Self.paths.randomElement(using: &random) ?? "a"
    let file = sandbox.path(place + "/" + path)
    switch Int.random(in: 0..<14, using: &random) {
    case 0...4: write(path, "text \(Int.random(in: 0..<4, using: &random))\n")
    case 5: write(path, "")
    case 6, 7: try? FileManager.default.removeItem(atPath: file)
    case 8:
      clear(path)
      try? FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "a")
    case 9: chmod(file, Bool.random(using: &random) ? 0o755 : 0o644)
    case 10: chmod(file, 0o664)
    case 11: _ = try? sandbox.git(in: place, ["add", "-f", "--", path])
    case 12: _ = try? sandbox.git(in: place, ["rm", "-q", "--cached", "-r", "--", path])
    default:
      let rules = [
        "*.log\n!keep.log\n", "/build/\n", "build/*\n!build/kept\n", "**/x\nb/**/d\n", "[ab]\n\\!x\n",
      ]
      write(".gitignore", rules.randomElement(using: &random) ?? "")
    }
  }
}
