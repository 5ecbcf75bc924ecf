import Arguments
import Base
import Graph
import Reports
import Session

/// The findings of a workspace, for commands that show them beside other data.
struct LintFindings {
  let pipeline: SelectionPipeline

  init(_ pipeline: SelectionPipeline) { self.pipeline = pipeline }

  /// Returns nil where neither the workspace nor its base has rules. With `onlyChanged`, only changed modules count.
  func all(_ selection: SelectionOptions, onlyChanged: Bool) throws(Failure) -> [LintFinding]? {
    let hasRules = pipeline.workspace.config.rules != RulesConfig()
    guard hasRules || onlyChanged else { return nil }
    var options = LintOptions()
    options.selection = selection
    options.onlyChanged = onlyChanged
    let preparation = LintPreparation(pipeline, options)
    let subject = try preparation.subject()
    let rules = LintRules(pipeline)
    guard hasRules || rules.baseHasRules(subject.change) else { return nil }
    return try rules.findings(in: subject, try preparation.facts(subject)).findings
  }
}

extension ChangeFinding {
  init(_ finding: LintFinding) {
    self.init(
      rule: finding.rule.id, severity: finding.severity == .error ? .error : .warning,
      module: finding.module?.description, file: "\(finding.file)", line: finding.line,
      message: finding.message, mend: finding.mend)
  }
}

extension GraphViolation {
  /// nil for a finding about a package as a whole.
  init?(_ finding: LintFinding) {
    guard let module = finding.module else { return nil }
    self.init(
      from: module, to: finding.other, rule: finding.rule.id, message: finding.message, why: finding.why,
      mend: finding.mend)
  }
}
