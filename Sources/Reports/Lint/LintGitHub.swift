import Config
import Rules
import Support

/// Findings as annotations on a pull request. What the baseline knows is not said again.
package enum LintGitHub {
  package static func text(_ report: LintReport) -> String {
    report.entries.filter { !$0.isKnown }.map { annotation($0.finding, report.folderInRepository) }.joined()
  }

  private static func annotation(_ finding: LintFinding, _ folder: RelativePath) -> String {
    GitHubCommand.annotation(
      finding.severity == .error ? .error : .warning,
      file: folder.appending(finding.file).description, line: finding.line, title: "ambit \(finding.rule.id)",
      message: Text.escapingControls(finding.message) + "\nwhy: \(Text.escapingControls(finding.why))"
        + "\nmend: \(Text.escapingControls(finding.mend))")
  }
}
