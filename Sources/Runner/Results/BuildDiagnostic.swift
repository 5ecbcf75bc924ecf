package import Base

/// One error of a build.
package struct BuildDiagnostic: Sendable, Hashable {
  package var file: String?
  package var line: Int?
  package var message: String
  /// Whose source it stands in; nil when it stands in none of the workspace.
  package var module: ModuleID?

  /// Enough to act on; thousands would only bury the first.
  private static let most = 50

  /// The errors in the output of a build that failed, each once; never empty.
  package static func errors(in output: String) -> [BuildDiagnostic] {
    var seen: Set<BuildDiagnostic> = []
    var located: [BuildDiagnostic] = []
    var general: [BuildDiagnostic] = []
    for line in output.split(whereSeparator: \.isNewline) {
      guard let found = parse(line), seen.insert(found).inserted else { continue }
      if found.file == nil { general.append(found) } else { located.append(found) }
    }
    // "emit-module command failed" and the like only repeat that there were errors.
    let errors = located.isEmpty ? general : located
    if !errors.isEmpty { return Array(errors.prefix(most)) }
    let tail = output.split(whereSeparator: \.isNewline).suffix(10).joined(separator: "\n")
    return [BuildDiagnostic(message: tail.isEmpty ? "the build failed without a word" : tail)]
  }

  /// `error: text`, or `/path/file.swift:3:5: error: text`, where paths may hold colons and spaces.
  private static func parse(_ line: Substring) -> BuildDiagnostic? {
    if let text = line.dropping(prefix: "error: ") { return BuildDiagnostic(message: String(text)) }
    guard line.first == "/" || line.first == "<" else { return nil }
    for marker in [": error: ", ": fatal error: "] {
      guard let range = line.firstRange(of: marker) else { continue }
      var place = line[..<range.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
      var numbers: [Int] = []
      while numbers.count < 2, place.count > 1, let number = place.last.flatMap({ Int($0) }) {
        numbers.insert(number, at: 0)
        place.removeLast()
      }
      // Without a line it is a warning or a command that speaks of errors.
      guard let number = numbers.first else { continue }
      return BuildDiagnostic(
        file: place.joined(separator: ":"), line: number,
        message: String(line[range.upperBound...]))
    }
    return nil
  }
}

extension StringProtocol where SubSequence == Substring {
  func dropping(prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
