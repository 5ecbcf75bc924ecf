package import Base

/// One error of a build.
package struct BuildDiagnostic: Sendable, Hashable {
  package var file: String?
  package var line: Int?
  package var column: Int?
  package var message: String
  /// The module whose source has the error. nil when no module of the workspace has it.
  package var module: ModuleID?

  /// The most errors in a report. Thousands would only bury the first.
  private static let most = 50

  /// Returns the errors in the output of a failed build, each once. The list is never empty.
  package static func errors(in output: String) -> [BuildDiagnostic] {
    var seen: Set<BuildDiagnostic> = []
    var located: [BuildDiagnostic] = []
    var general: [BuildDiagnostic] = []
    for line in output.split(whereSeparator: \.isNewline) {
      guard let found = parse(line), seen.insert(found).inserted else { continue }
      if found.file == nil { general.append(found) } else { located.append(found) }
    }
    // General errors such as "emit-module command failed" only repeat that there were errors.
    let errors = located.isEmpty ? general : located
    if !errors.isEmpty { return Array(errors.prefix(most)) }
    let tail = output.split(whereSeparator: \.isNewline).suffix(10).joined(separator: "\n")
    return [BuildDiagnostic(message: tail.isEmpty ? "the build failed without output" : tail)]
  }

  /// Reads `error: text` or `/path/file.swift:3:5: error: text`. Paths may hold colons and spaces.
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
      // Such a line has no line number. It is a warning, or a command that mentions errors.
      guard let number = numbers.first else { continue }
      return BuildDiagnostic(
        file: place.joined(separator: ":"), line: number, column: numbers.dropFirst().first,
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
