package import Config
package import Support

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
