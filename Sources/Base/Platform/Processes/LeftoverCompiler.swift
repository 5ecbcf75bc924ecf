/// A compiler or linker that a killed run left behind. SwiftPM ends with the pipe that it writes to, and its compilers
/// go on.
package struct LeftoverCompiler: Sendable {
  package let name: String
  package let id: Int32

  private static let names: Set = [
    "swift", "swift-autolink-extract", "swift-build", "swift-driver", "swift-frontend", "swift-test",
    "swiftc", "clang",
    "clang++", "ld", "ld.gold", "ld.lld", "lld",
  ]

  /// Returns one that works in a folder of `folders`, which this process has locked. nil on a Mac, where command lines
  /// of other processes are not told.
  package static func first(in folders: [String]) -> LeftoverCompiler? {
    let places = folders.compactMap { folder in FileFacts(of: folder).map { (folder, $0) } }
    guard !places.isEmpty else { return nil }
    let suspects = ProcessTable.all().compactMap { process -> (id: Int32, words: [String])? in
      let words = ProcessTable.commandLine(of: process.pid)
      return names.contains(program(words)) ? (process.pid, words) : nil
    }
    guard !suspects.isEmpty else { return nil }
    let own = Set(ProcessTable.descendants(of: CurrentProcess.id).map(\.pid))
    let left = suspects.first { suspect in
      !own.contains(suspect.id)
        && places.contains { folder, facts in
          guard suspect.words.contains(where: { $0 == folder || $0.contains("\(folder)/") }) else {
            return false
          }
          // Worktrees that are shown at one place have the same paths, and folders of their own.
          let seen = FileFacts(of: "/proc/\(suspect.id)/root\(folder)")
          return seen?.inode == facts.inode && seen?.device == facts.device
        }
    }
    return left.map { LeftoverCompiler(name: program($0.words), id: $0.id) }
  }

  private static func program(_ words: [String]) -> String {
    words.first?.split(separator: "/").last.map(String.init) ?? ""
  }
}
