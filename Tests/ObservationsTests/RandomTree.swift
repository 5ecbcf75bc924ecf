import Foundation
import TestSupport

/// A few files, folders and links, commands that look at them, and edits.
struct RandomTree {
  private let folder: TemporaryFolder
  private var count = 0
  private static let folders = ["", "p/", "q/", "p/r/"]
  private static let names = ["a", "b", "c"]

  init(_ folder: TemporaryFolder, _ random: inout SeededGenerator) throws {
    self.folder = folder
    for place in Self.folders { try folder.write("1\n", to: "\(place)a") }
    for _ in 0..<8 { _ = try edit(&random) }
  }

  private func place(_ random: inout SeededGenerator) -> String {
    (Self.folders.randomElement(using: &random) ?? "") + (Self.names.randomElement(using: &random) ?? "a")
  }

  func command(_ random: inout SeededGenerator) -> String {
    let place = place(&random)
    let inside = Self.folders.randomElement(using: &random) ?? ""
    return [
      "cat \(place) 2>&1", "test -e \(place) && echo there", "test -f \(place) && echo file",
      "readlink \(place)",
      "ls ./\(inside)", "test -x \(place) && echo program", "wc -c < \(place)", "find ./\(inside) | sort",
      "(cd ./\(inside) && cat a)", "test -s \(place) && echo large", "cat ./\(inside)*",
      "test -L \(place) && echo link",
      "ls -d \(place)/ 2>&1",
    ].randomElement(using: &random) ?? "true"
  }

  /// Says what it did.
  mutating func edit(_ random: inout SeededGenerator) throws -> String {
    count += 1
    let place = place(&random)
    let full = folder.path(place)
    let files = FileManager.default
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      try? files.removeItem(atPath: full)
      try folder.write("\(count % 3)\n", to: place)
      return "write \(place)"
    case 2:
      try? files.removeItem(atPath: full)
      return "remove \(place)"
    case 3:
      try? files.removeItem(atPath: full)
      let target = Self.names.randomElement(using: &random) ?? "a"
      try files.createSymbolicLink(atPath: full, withDestinationPath: target)
      return "link \(place) to \(target)"
    case 4:
      guard files.fileExists(atPath: full) else { return "nothing" }
      try files.setAttributes([.posixPermissions: count % 2 == 0 ? 0o755 : 0o644], ofItemAtPath: full)
      return "permissions of \(place)"
    default:
      try? files.removeItem(atPath: full)
      try folder.write("in a folder \(count)\n", to: "\(place)/a")
      return "folder at \(place)"
    }
  }
}
