package import Support

/// A proposed `workspace.json`, part by part.
package struct InitReport: Sendable, Hashable {
  package struct Team: Sendable, Hashable {
    package let id: String
    package let handle: String

    package init(id: String, handle: String) {
      self.id = id
      self.handle = handle
    }
  }

  package struct Tag: Sendable, Hashable {
    package let match: String
    package let tag: String

    package init(match: String, tag: String) {
      self.match = match
      self.tag = tag
    }
  }

  package let name: String
  package let defaultBase: String?
  package let packageCount: Int
  /// nil when no short list of patterns says what is there.
  package let patterns: [String]?
  package let teams: [Team]
  /// Where the teams were found.
  package let ownersFile: RelativePath?
  package let tags: [Tag]
  /// Patterns of files that are there, and that neither builds nor tests look at.
  package let ignored: [String]

  package init(
    name: String, defaultBase: String?, packageCount: Int, patterns: [String]?, teams: [Team],
    ownersFile: RelativePath?, tags: [Tag], ignored: [String]
  ) {
    self.name = name
    self.defaultBase = defaultBase
    self.packageCount = packageCount
    self.patterns = patterns
    self.teams = teams
    self.ownersFile = ownersFile
    self.tags = tags
    self.ignored = ignored
  }
}
