import Config
package import Rules
package import Scaffold
package import Support

/// What `ambit new` made, or would make.
package struct NewReport: Sendable {
  let plan: ScaffoldPlan
  /// Of new packages, or of what has to do with them.
  let findings: [LintFinding]
  let isDry: Bool
  let template: String
  let name: String
  /// Where the workspace lies in its repository.
  let folder: RelativePath

  package init(
    _ plan: ScaffoldPlan, findings: [LintFinding], isDry: Bool, template: String, name: String,
    folder: RelativePath
  ) {
    self.plan = plan
    self.findings = findings
    self.isDry = isDry
    self.template = template
    self.name = name
    self.folder = folder
  }

  /// Whether it broke a rule, and was taken back.
  package var fails: Bool { findings.contains { $0.severity == .error } }

  var isWritten: Bool { !isDry && !fails }

  /// As they may be typed.
  var nextCommands: [(command: String, meaning: String)] {
    let packages = plan.packages.map { "//\($0.folder)" }.joined(separator: " ")
    let demos = plan.packages.compactMap { package in
      package.demo.map {
        (command: "swift run --package-path \(package.folder) \($0)", meaning: "see the demo")
      }
    }
    return [("ambit test \(packages)", "build it and run its tests")] + demos
  }
}
