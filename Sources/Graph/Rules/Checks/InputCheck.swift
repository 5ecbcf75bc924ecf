package import Base

/// A file that a module's tests or its build read on this machine, and that nothing declares.
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

/// Checks `inputs.undeclared`: entries in workspace.json declare the files that tests and builds read.
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
          + "which is not a declared input",
        why: "on other machines, a change of the file does not select the module",
        mend: "declare it in workspace.json: \"modules\": {\"\(module)\": {\"inputs\": [\"\(file)\"]}}; "
          + "`ambit lint --fix inputs` declares all")
    }
  }
}
