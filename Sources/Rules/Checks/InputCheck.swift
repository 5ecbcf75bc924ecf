import Config
import Names
import Support

/// `inputs.undeclared`: what tests were seen to read, their module's entry in workspace.json names.
enum InputCheck {
  /// `seen` are files that tests read and nothing declares.
  static func findings(_ context: RuleContext, _ seen: [ModuleID: [RelativePath]]) -> [LintFinding] {
    guard context.rules.inputs.undeclared != .off else { return [] }
    return seen.sorted { $0.key < $1.key }.flatMap { module, files in
      files.sorted().map { file in
        LintFinding(
          rule: .undeclaredInput, severity: context.rules.inputs.undeclared, package: module.package,
          module: module, subject: file.description,
          message: "the tests of \(module) read \"\(file)\", which nothing declares",
          why: "where nobody has seen them do so, on another machine, a change of it does not select them",
          mend: "declare it in workspace.json: \"modules\": {\"\(module)\": {\"inputs\": [\"\(file)\"]}}")
      }
    }
  }
}
