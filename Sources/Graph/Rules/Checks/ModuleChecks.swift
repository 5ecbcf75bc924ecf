package import Base
import SwiftSources

/// Checks `names`: the names of modules with a tag have one form.
enum NameCheck {
  static func findings(_ context: RuleContext) -> [LintFinding] {
    context.rules.names.flatMap { rule -> [LintFinding] in
      // A pattern that is no regular expression was refused with the configuration.
      guard let pattern = try? Regex(rule.pattern) else { return [] }
      return context.facts.listed.filter { module in
        context.hasTag(rule.tag, module) && context.id(module).name.firstMatch(of: pattern) == nil
      }.map { module in
        context.finding(
          .name, module, message: "the name of \(context.id(module)) does not match \"\(rule.pattern)\"",
          why: "modules with the tag \"\(rule.tag)\" have names of this form",
          mend: "rename the module, or remove its tag \"\(rule.tag)\"")
      }
    }
  }
}

/// The state of a module's ownership.
package enum ModuleOwnership: Sendable {
  case owned, unowned
  /// The module has an owner, but only by rules that the change itself adds.
  case claimedByChange
}

/// Checks `requireOwner`: every module has an owner.
enum OwnerCheck {
  static func findings(
    _ context: RuleContext, _ ownership: (ModuleNode) -> ModuleOwnership
  ) -> [LintFinding] {
    guard context.rules.requireOwner else { return [] }
    return context.facts.listed.compactMap { module in
      switch ownership(context.facts.module(module)) {
      case .owned: nil
      case .unowned:
        context.finding(
          .owner, module, message: "nobody owns \(context.id(module))",
          why: "every module needs an owner who reviews its changes",
          mend: "add a line to CODEOWNERS, or a rule to \"owners.rules\" of workspace.json")
      case .claimedByChange:
        context.finding(
          .owner, module, message: "nobody owns \(context.id(module)) by the rules of the base",
          why: "new owners count from the next change on, so that no change exempts itself",
          mend:
            "name the owner in an earlier change; a line `*` at the top of CODEOWNERS covers new modules"
        )
      }
    }
  }
}

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
