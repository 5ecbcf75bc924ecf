package import Base

/// A CODEOWNERS file found in a tree, not yet parsed.
package struct CodeOwnersFile: Sendable, Hashable {
  package let path: RelativePath
  package let bytes: [UInt8]
  package let dialect: CodeOwners.Dialect

  /// Where GitHub looks, first come, first served.
  package static let gitHubPlaces: [RelativePath] = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"]
  /// Where GitLab looks.
  package static let gitLabPlaces: [RelativePath] = ["CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"]

  /// The file that holds for the repository in `tree`, or nil when it has none.
  ///
  /// `explicitPath` is the only place looked at when given, relative to the tree's root.
  package static func find(
    in tree: any FileTree, explicitPath: RelativePath?, dialect: OwnersConfig.Dialect
  ) throws -> CodeOwnersFile? {
    for place in explicitPath.map({ [$0] }) ?? places(for: dialect) {
      let kind = try tree.kind(of: place)
      guard kind == .file || kind == .executable, let bytes = try tree.contents(of: place) else { continue }
      return CodeOwnersFile(path: place, bytes: bytes, dialect: resolve(dialect, place, bytes))
    }
    return nil
  }

  private static func places(for dialect: OwnersConfig.Dialect) -> [RelativePath] {
    switch dialect {
    case .github: gitHubPlaces
    case .gitlab: gitLabPlaces
    // A `.github` folder says who reads the file; only then do the shared places come.
    case .auto: gitHubPlaces + gitLabPlaces.suffix(1)
    }
  }

  /// Tells the host from the folder, else from the content: GitHub can neither read a section nor a role.
  private static func resolve(
    _ dialect: OwnersConfig.Dialect, _ place: RelativePath, _ bytes: [UInt8]
  ) -> CodeOwners.Dialect {
    switch dialect {
    case .github: return .github
    case .gitlab: return .gitlab
    case .auto:
      if place.parent == ".github" { return .github }
      if place.parent == ".gitlab" { return .gitlab }
      let looksLikeGitLab = CodeOwnersLines.meaningful(bytes).contains { line in
        let (pattern, owners) = CodeOwnersLines.splitPattern(line.text)
        let hasRole = owners.split(whereSeparator: CodeOwnersLines.isSpace).contains {
          $0.starts(with: "@@".utf8)
        }
        return hasRole || pattern.first == UInt8(ascii: "!") || GitLabSectionHeader(line.text) != nil
      }
      return looksLikeGitLab ? .gitlab : .github
    }
  }
}

/// What the parsers of both hosts need of a file's bytes.
enum CodeOwnersLines {
  /// Lines with their numbers, without surrounding white space and without those that are empty or a
  /// comment. A byte order mark is no part of the first pattern.
  static func meaningful(_ bytes: [UInt8]) -> [(number: Int, text: ArraySlice<UInt8>)] {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...]
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
      .map { (number: $0.offset + 1, text: trim($0.element)) }
      .filter { !$0.text.isEmpty && $0.text.first != UInt8(ascii: "#") }
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func trim(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let front = line.drop(while: isSpace)
    let end = front.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? front.startIndex
    return front[..<end]
  }

  /// Splits a line where its pattern ends: at the first space that no backslash escapes.
  static func splitPattern(_ line: ArraySlice<UInt8>) -> (pattern: [UInt8], rest: ArraySlice<UInt8>) {
    var at = line.startIndex
    while at < line.endIndex, !isSpace(line[at]) {
      at += line[at] == UInt8(ascii: "\\") && at + 1 < line.endIndex ? 2 : 1
    }
    return (Array(line[..<at]), line[at...])
  }

  /// Text from a file for a message: short, and harmless on a terminal.
  static func quote(_ bytes: some Collection<UInt8>) -> String {
    let shown = Text.escapingControls(Text.escapingInvalidUTF8(Array(bytes.prefix(80))))
    return bytes.count > 80 ? "\"\(shown)...\"" : "\"\(shown)\""
  }
}
