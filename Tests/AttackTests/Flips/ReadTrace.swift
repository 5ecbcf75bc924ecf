import Foundation
import ProgramSupport

/// What a build and test run looked at, by `strace`.
struct ReadTrace: Sendable {
  /// Paths below `work` and `outside` that were there.
  private(set) var seen: Set<String> = []
  /// Folders of theirs that were listed.
  private(set) var listed: Set<String> = []
  /// What was looked for in vain.
  private(set) var missed: Set<String> = []

  /// What to put before a command.
  static func tracer(writing file: String) -> String {
    "strace -f --seccomp-bpf -qq -s 4096 -e trace=%file -o '\(file)'"
  }

  /// From a file of `strace`, of a build of what lies in `copied`.
  init(_ file: String, of copied: String, in place: FeaturePlace) throws {
    // A call, a path and the rest of the line.
    let lines = try place.sh(
      #"grep -F '\#(place.root)' '\#(file)' | sed -nE 's/^[0-9]+ +([a-z0-9_]+)\([^"]*"([^"]*)"(.*)$/\1\t\2\t\3/p'"#
    )
    for line in lines.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 2)
      guard parts.count == 3, let path = Self.relative(String(parts[1]), copied, place) else { continue }
      if parts[2].contains("ENOENT") || parts[2].contains("ENOTDIR") {
        missed.insert(path)
      } else if !parts[2].contains("O_WRONLY") && !parts[2].contains("O_CREAT") {
        seen.insert(path)
        if parts[2].contains("O_DIRECTORY") { listed.insert(path) }
      }
    }
    missed.subtract(seen)
  }

  private static func relative(_ path: String, _ copied: String, _ place: FeaturePlace) -> String? {
    let roots = ["\(copied)/": "work/", "\(place.outside)/": "outside/"]
    let standard = URL(filePath: path).standardized.path
    for (root, name) in roots where standard.hasPrefix(root) {
      let path = name + standard.dropFirst(root.count)
      // Git's own files are in no copy.
      return path.hasPrefix("work/.git/") ? nil : path
    }
    return nil
  }
}
