import Base

/// Reads the file by GitHub's documentation: a line with an error is skipped.
struct GitHubCodeOwnersParser {
  private(set) var entries: [CodeOwnersEntry] = []
  private(set) var problems: [CodeOwnersProblem] = []

  /// The size from which GitHub does not load the file.
  private static let maximumSize = 3_000_000

  mutating func parse(_ bytes: [UInt8]) {
    guard bytes.count < Self.maximumSize else {
      let message = "the file has \(bytes.count) bytes; GitHub ignores files of 3 MB or more"
      problems.append(CodeOwnersProblem(.tooLarge, line: 1, message))
      return
    }
    for (number, line) in CodeOwnersLines.meaningful(bytes) { parse(line, number) }
  }

  private mutating func parse(_ line: ArraySlice<UInt8>, _ number: Int) {
    let (pattern, rest) = CodeOwnersLines.splitPattern(line)
    if let reason = Self.problem(in: pattern) {
      let message = "\(CodeOwnersLines.quote(pattern)) \(reason); the line is skipped"
      problems.append(CodeOwnersProblem(.invalidPattern, line: number, message))
      return
    }
    var owners: [Owner] = []
    for token in rest.split(whereSeparator: CodeOwnersLines.isSpace) {
      if token.first == UInt8(ascii: "#") { break }
      guard let owner = Owner(token, dialect: .github) else {
        let message =
          "\(CodeOwnersLines.quote(token)) is not a user, team or e-mail address; the line is skipped"
        problems.append(CodeOwnersProblem(.invalidOwner, line: number, message))
        return
      }
      owners.append(owner)
    }
    entries.append(
      CodeOwnersEntry(
        line: number, text: Text.escapingInvalidUTF8(pattern), pattern: CodeOwnersPattern(github: pattern),
        owners: owners))
  }

  private static func problem(in pattern: [UInt8]) -> String? {
    if pattern.first == UInt8(ascii: "!") { return "negates, which GitHub does not support" }
    if pattern.starts(with: "\\#".utf8) { return "escapes \"#\", which GitHub does not support" }
    if pattern.contains(UInt8(ascii: "[")) || pattern.contains(UInt8(ascii: "]")) {
      return "has a character range, which GitHub does not support"
    }
    if pattern.contains(0) { return "contains NUL" }
    if pattern.allSatisfy({ $0 == UInt8(ascii: "/") }) { return "names no file" }
    return nil
  }
}
