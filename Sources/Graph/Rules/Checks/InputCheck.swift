package import Base

/// A file that nothing declares and that a module's tests, or its build, were seen to read on this machine.
package struct SeenInput: Sendable {
  package let module: ModuleID
  package let file: RelativePath
  package let isOfBuild: Bool

  package init(_ module: ModuleID, _ file: RelativePath, isOfBuild: Bool) {
    self.module = module
    self.file = file
    self.isOfBuild = isOfBuild
  }
}

/// `inputs.undeclared`: what tests and builds were seen to read, their module's entry in workspace.json names.
enum InputCheck {
  static func findings(_ context: RuleContext, _ seen: [SeenInput]) -> [LintFinding] {
    guard context.rules.inputs.undeclared != .off else { return [] }
    return seen.sorted { ($0.module, $0.file) < ($1.module, $1.file) }.map { input in
      let (module, file) = (input.module, input.file)
      return LintFinding(
        rule: .undeclaredInput, severity: context.rules.inputs.undeclared, package: module.package,
        module: module, subject: file.description,
        message:
          "the \(input.isOfBuild ? "build of \(module) reads" : "tests of \(module) read") \"\(file)\", "
          + "which nothing declares",
        why: "on a machine that has not seen it, a change of the file does not select the module",
        mend: "declare it in workspace.json: \"modules\": {\"\(module)\": {\"inputs\": [\"\(file)\"]}}; "
          + "`ambit lint --fix inputs` does so for all")
    }
  }
}
