extension PackageDependency.Requirement {
  /// Returns true when the requirement allows a release; nil when it names a branch or a commit, which have no version.
  package func allows(_ version: SemanticVersion) -> Bool? {
    switch self {
    case .exact(let text): SemanticVersion(text) == version
    case .range(let low, let high):
      SemanticVersion(low).flatMap { low in SemanticVersion(high).map { low <= version && version < $0 } }
    case .branch, .revision: nil
    }
  }

  /// Returns a requirement of the same form that allows a release. A range with ends of its own becomes one up to the
  /// next major version. The purpose of its old end is not known.
  package func raised(to version: SemanticVersion) -> Self {
    switch self {
    case .exact: .exact("\(version)")
    case .range(let low, let high) where SemanticVersion(low)?.nextMinor == SemanticVersion(high):
      .range("\(version)", "\(version.nextMinor)")
    case .range: .range("\(version)", "\(version.nextMajor)")
    case .branch, .revision: self
    }
  }

  /// The requirement in words that follow `asks for`.
  package var text: String {
    switch self {
    case .exact(let version): "exactly \(version)"
    case .range(let low, let high): "\(low)..<\(high)"
    case .branch(let name): "the branch \"\(name)\""
    case .revision(let commit): "the commit \(commit.prefix(12))"
    }
  }

  /// The requirement in the form of a manifest.
  package var written: String {
    switch self {
    case .exact(let version): return "exact: \"\(version)\""
    case .range(let low, let high):
      let (first, end) = (SemanticVersion(low), SemanticVersion(high))
      if let first, first.nextMajor == end { return "from: \"\(low)\"" }
      if let first, first.nextMinor == end { return ".upToNextMinor(from: \"\(low)\")" }
      return "\"\(low)\"..<\"\(high)\""
    case .branch(let name): return "branch: \"\(name)\""
    case .revision(let commit): return "revision: \"\(commit)\""
    }
  }
}
