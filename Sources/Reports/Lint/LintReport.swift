package import Config
package import Rules
package import Support

/// Everything `ambit lint` has to say.
package struct LintReport: Sendable {
  /// A finding, and whether the baseline knows it.
  package struct Entry: Sendable, Hashable {
    package let finding: LintFinding
    /// Known findings are shown and do not fail.
    package let isKnown: Bool

    package init(_ finding: LintFinding, isKnown: Bool = false) {
      self.finding = finding
      self.isKnown = isKnown
    }
  }

  /// What was compared, where only the modules of a change were looked at.
  package let revisions: ComparedRevisions?
  /// In the order of `LintFinding.comesFirst`.
  package let entries: [Entry]
  /// Whether a baseline was given, so that an entry is either known or new.
  package let hasBaseline: Bool
  /// How many entries of the baseline were not found any more.
  package let staleCount: Int
  /// How many modules were looked at.
  package let moduleCount: Int
  /// Where the workspace lies in its repository: hosts want paths from there.
  package let folderInRepository: RelativePath
  package let warnings: [Warning]

  package init(
    revisions: ComparedRevisions? = nil, entries: [Entry], hasBaseline: Bool = false, staleCount: Int = 0,
    moduleCount: Int, folderInRepository: RelativePath = .root, warnings: [Warning] = []
  ) {
    self.revisions = revisions
    self.entries = entries
    self.hasBaseline = hasBaseline
    self.staleCount = staleCount
    self.moduleCount = moduleCount
    self.folderInRepository = folderInRepository
    self.warnings = warnings
  }

  /// How many findings of a severity the baseline does not know.
  package func count(of severity: Severity) -> Int {
    entries.count { !$0.isKnown && $0.finding.severity == severity }
  }

  package var knownCount: Int { entries.count(where: \.isKnown) }

  /// Whether the gate does not hold. Warnings alone do not close it.
  package var fails: Bool { count(of: .error) > 0 }
}
