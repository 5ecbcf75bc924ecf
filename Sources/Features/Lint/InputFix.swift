import Base
import Graph
import Session

/// Declares observed reads of tests and builds in workspace.json, so that other machines know them too.
struct InputFix {
  private let location: WorkspaceLocation

  init(_ location: WorkspaceLocation) { self.location = location }

  private var file: String { location.absolutePath(of: location.configuration) }

  /// Adds an input for each finding about one. Comments, order and layout of the file stay.
  /// Returns the other findings.
  func apply(to findings: [LintFinding], telling console: CommandOutput) throws(Failure) -> [LintFinding] {
    let inputs = findings.compactMap { finding in
      finding.rule == .undeclaredInput
        ? finding.module.flatMap { id in finding.subject.map { (id, $0) } } : nil
    }
    guard !inputs.isEmpty else {
      console.note(
        "no undeclared input was seen on this machine: \(location.configuration) is unchanged")
      return findings
    }
    guard let before = LocalFiles.read(file) else {
      throw Failure(
        code: "no-configuration", message: "there is no \"\(file)\" to declare inputs in",
        hints: ["create it with `ambit init`"])
    }
    var bytes = before
    for (module, path) in inputs {
      let place = ["modules", module.description, "inputs"]
      do throws(JSONError) {
        bytes = TextInsertion.apply(
          try JSONInsertion.appending(Glob.escaping(path).compactJSON, toListAt: place, in: bytes), to: bytes)
      } catch {
        throw Failure(
          code: "not-fixed",
          message: "\(file):\(TextPosition(of: error.offset, in: bytes)): \(error.message)",
          hints: ["correct it, or add \"\(path)\" to the inputs of \(module) by hand"])
      }
    }
    try location.replaceConfiguration(with: bytes)
    let modules = Set(inputs.map { $0.0 }).count
    console.note(
      "declared \(Wording.count(inputs.count, "input")) of \(Wording.count(modules, "module")) in \(location.configuration)"
    )
    return findings.filter { $0.rule != .undeclaredInput }
  }
}
