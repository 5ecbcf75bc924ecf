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

/// The messages of SwiftPM and Git about dependencies that cannot be fetched.
struct FetchTrouble: Equatable {
  /// The addresses, each once, in the order of the messages.
  private(set) var addresses: [String] = []
  private(set) var reason: String

  /// The beginnings of errors. The apostrophes are SwiftPM's.
  private static let errors = [
    "Failed to clone repository ", "Couldn’t fetch updates from remote repositories",
    "Couldn’t update repository submodules", "Git command '", "Git LFS ", "failed downloading ",
    "failed fetching ", "failed retrieving ",
    "exhausted attempts to resolve the dependencies graph",
  ]

  /// The words before and after an address.
  private static let marks = [
    ("Failed to clone repository ", ":"), ("failed downloading '", "' which"), ("unable to access '", "': "),
    (" archive from ", ": "), (" list from ", ": "), (" information from ", ": "), (" checksum from ", ": "),
    (" manifest from ", ": "),
  ]

  /// The words with which Git's last message begins.
  private static let last = ["fatal: ", "ERROR: ", "ssh: "]

  /// nil when `lines`, the output of a failed build, have no such message, or name no address.
  init?(_ lines: [Substring]) {
    var underWay: [String] = []
    var parts: [Substring] = []
    var isInError = false
    for line in lines {
      for begin in ["Fetching ", "Updating "] {
        if let address = line.dropping(prefix: begin) { underWay.append(String(address)) }
      }
      for end in ["Fetched ", "Updated "] {
        if let rest = line.dropping(prefix: end) { underWay.removeAll { rest.hasPrefix("\($0) ") } }
      }
      if ["error: ", "warning: ", "["].contains(where: line.hasPrefix) {
        isInError = line.hasPrefix("error: ") && Self.errors.contains { line.contains($0) }
      }
      if isInError { parts.append(line) }
    }
    guard let first = parts.first else { return nil }
    let words = parts.compactMap(Self.lastWord)
    // Without a network SwiftPM only mentions the missing copy in its cache.
    reason =
      first.contains("error: Git command '")
      ? "SwiftPM could not reach the server and has no cached copy"
      : words.first ?? String(first.dropFirst("error: ".count))
    if reason.hasSuffix(":") { reason.removeLast() }
    for part in parts { Self.address(in: part).map { add($0) } }
    if addresses.isEmpty { underWay.forEach { add($0) } }
    guard !addresses.isEmpty else { return nil }
  }

  private mutating func add(_ address: String) {
    if !addresses.contains(address) { addresses.append(address) }
  }

  private static func lastWord(_ line: Substring) -> String? {
    for word in last {
      guard let range = line.firstRange(of: word) else { continue }
      return String(word == "ssh: " ? line[range.lowerBound...] : line[range.upperBound...])
    }
    return nil
  }

  private static func address(in line: Substring) -> String? {
    // `* 'dep' from https://example.com/dep.git`
    if line.hasPrefix("* '"), let from = line.firstRange(of: "' from ") {
      return String(line[from.upperBound...])
    }
    for (before, after) in marks {
      guard let start = line.firstRange(of: before)?.upperBound else { continue }
      let rest = line[start...]
      let end = after == ":" ? rest.lastIndex(of: ":") : rest.firstRange(of: after)?.lowerBound
      guard let end else { continue }
      let address = rest[..<end]
      return String(address.hasSuffix("/") ? address.dropLast() : address)
    }
    return nil
  }
}
