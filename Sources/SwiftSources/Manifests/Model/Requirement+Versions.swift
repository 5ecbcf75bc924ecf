extension PackageDependency.Requirement {
  /// Whether a release will do; nil where a branch or a commit is asked for, and no version says anything.
  package func allows(_ version: SemanticVersion) -> Bool? {
    switch self {
    case .exact(let text): SemanticVersion(text) == version
    case .range(let low, let high):
      SemanticVersion(low).flatMap { low in SemanticVersion(high).map { low <= version && version < $0 } }
    case .branch, .revision: nil
    }
  }

  /// One of the same form for which a release will do. A range with ends of its own becomes one up to the next major
  /// version, as nothing says what its upper end was meant to keep out.
  package func raised(to version: SemanticVersion) -> Self {
    switch self {
    case .exact: .exact("\(version)")
    case .range(let low, let high) where SemanticVersion(low)?.nextMinor == SemanticVersion(high):
      .range("\(version)", "\(version.nextMinor)")
    case .range: .range("\(version)", "\(version.nextMajor)")
    case .branch, .revision: self
    }
  }

  /// In words, as they go on behind `asks for`.
  package var text: String {
    switch self {
    case .exact(let version): "exactly \(version)"
    case .range(let low, let high): "\(low) up to, not including, \(high)"
    case .branch(let name): "the branch \"\(name)\""
    case .revision(let commit): "the commit \(commit.prefix(12))"
    }
  }

  /// As a manifest says it.
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
