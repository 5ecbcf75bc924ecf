import Base
import SwiftSources

/// Checks `contracts`: modules of a layer expose only protocols and values, or the kinds that the rule allows.
///
/// The check reads sources, so nothing has to be built and the line is exact. It only reads modules with such a rule.
struct ContractCheck {
  let context: RuleContext

  func findings() throws(Failure) -> [LintFinding] {
    guard !context.rules.contracts.isEmpty else { return [] }
    let sources = ModuleSources(context.facts.tree)
    return try context.facts.listed.map { module throws(Failure) -> [LintFinding] in
      let node = context.facts.module(module)
      let rules = context.rules.contracts.filter { context.hasTag($0.tag, module) }
      guard node.kind == .library, !rules.isEmpty else { return [] }
      return try sources.files(of: node).filter { $0.language == .swift }.map { file throws(Failure) in
        let found = SourceDeclarations(in: try context.facts.tree.contents(of: file.path) ?? [])
        return rules.flatMap { findings(found, by: $0, node.id, file.path) }
      }.flatMap(\.self)
    }.flatMap(\.self)
  }

  private func findings(
    _ found: SourceDeclarations, by rule: ContractRule, _ module: ModuleID, _ file: RelativePath
  ) -> [LintFinding] {
    let allowed = Set(rule.expose.map(\.rawValue))
    let broken = found.declarations.filter { !allowed.contains($0.kind.rawValue) }.map { declaration in
      let subject = "\(declaration.kind.rawValue) \(declaration.name)"
      return LintFinding(
        rule: .contract, package: module.package, module: module, subject: subject,
        site: ImportSite(file: file, line: declaration.line), message: "\(module) exposes the \(subject)",
        why: rule.demand, mend: mend)
    }
    guard found.isDoubtful else { return broken }
    return broken + [
      LintFinding(
        rule: .contract, package: module.package, module: module, subject: "\(file)",
        site: ImportSite(file: file, line: 1),
        message: "cannot tell what \"\(file)\" exposes: a brace or literal in it does not close",
        why: rule.demand, mend: "fix the file")
    ]
  }

  private var mend: String {
    "make it internal, move it to another module behind a protocol, or change \"rules.contracts\""
  }
}
