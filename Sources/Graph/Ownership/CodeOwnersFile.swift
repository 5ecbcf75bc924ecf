package import Base

/// A CODEOWNERS file of a tree, before parsing.
package struct CodeOwnersFile: Sendable, Hashable {
  package let path: RelativePath
  package let bytes: [UInt8]
  package let dialect: CodeOwners.Dialect

  /// The places in which GitHub looks. The first file found counts.
  package static let gitHubPlaces: [RelativePath] = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"]
  /// The places in which GitLab looks. The first file found counts.
  package static let gitLabPlaces: [RelativePath] = ["CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"]

  /// Returns the file that counts for the repository in `tree`; nil when it has none.
  ///
  /// With `explicitPath`, only that path counts. It is relative to the tree's root.
  package static func find(
    in tree: any FileTree, explicitPath: RelativePath?, dialect: OwnersConfig.Dialect
  ) throws(Failure) -> CodeOwnersFile? {
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
    // A `.github` folder shows which host reads the file, so it comes before the shared places.
    case .auto: gitHubPlaces + gitLabPlaces.suffix(1)
    }
  }

  /// Returns the host by the folder, else by the content: GitHub can read neither a section nor a role.
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
        let hasRole = owners.split(whereSeparator: \.isASCIISpace).contains {
          $0.starts(with: "@@".utf8)
        }
        return hasRole || pattern.first == UInt8(ascii: "!") || GitLabSectionHeader(line.text) != nil
      }
      return looksLikeGitLab ? .gitlab : .github
    }
  }
}

/// Splits a file's bytes for the parsers of both hosts.
enum CodeOwnersLines {
  /// Returns the lines with their numbers and without surrounding white space. Empty lines and comments are left out. A
  /// byte order mark is no part of the first pattern.
  static func meaningful(_ bytes: [UInt8]) -> [(number: Int, text: ArraySlice<UInt8>)] {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...]
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
      .map { (number: $0.offset + 1, text: $0.element.trimmed) }
      .filter { !$0.text.isEmpty && $0.text.first != UInt8(ascii: "#") }
  }

  /// Splits a line at the end of its pattern, which is the first space that no backslash escapes.
  static func splitPattern(_ line: ArraySlice<UInt8>) -> (pattern: [UInt8], rest: ArraySlice<UInt8>) {
    var at = line.startIndex
    while at < line.endIndex, !line[at].isASCIISpace {
      at += line[at] == UInt8(ascii: "\\") && at + 1 < line.endIndex ? 2 : 1
    }
    return (Array(line[..<at]), line[at...])
  }

  /// Returns text from a file for a message: short, and harmless on a terminal.
  static func quote(_ bytes: some Collection<UInt8>) -> String {
    let shown = Text.escapingControls(Text.escapingInvalidUTF8(Array(bytes.prefix(80))))
    return bytes.count > 80 ? "\"\(shown)...\"" : "\"\(shown)\""
  }
}
