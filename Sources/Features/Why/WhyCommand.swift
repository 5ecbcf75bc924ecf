import Arguments
import Base
import Graph
import Reports
import Runner
import Session
import Store

/// `ambit why MODULE`: prints how a change reaches a module, or that it does not.
struct WhyCommand: CommandWithOptions {
  let options: WhyOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let session = try Session.open(world, global, options.selection)
    let outcome = try session.select(options.selection, kinds: .packagesAndProjects)
    try session.workspace.refuseEmpty(outcome.graph)
    let report = outcome.report
    let id = try session.lookup(outcome.graph).module(named: options.module)
    let module = report.selection.modules.first { $0.id == id }
    let gate = try Self.gate(of: module, outcome, session)
    guard !global.json else {
      console.answer(WhyJSON.text(id, module, gate, report))
      return .success
    }
    console.warn(report.allWarnings)
    console.answer(module.map { WhyText.lines(of: $0, gate) } ?? WhyText.notAffected(id, report))
    return .success
  }

  /// The gate that makes a run of an affected test module unnecessary, before anything is built.
  private static func gate(
    of module: Selection.Module?, _ outcome: Session.Selected, _ session: Session
  ) throws(Failure) -> Gate? {
    guard let module, module.kind == .test else { return nil }
    let place = try RevisionRun.place(for: .init(outcome, [module.id]), in: session)
    var preparation = RunPreparation(asking: outcome, place.session)
    preparation.remote = try RemoteCache.open(in: session.workspace, session.world).cache
    return try RunResults.kept(of: module.id, preparation, place)?.gate
  }
}

/// `ambit why`: the chain from a module down to the change, one step a line.
enum WhyText {
  /// `gate` says why the module's tests need not run although it is affected.
  static func lines(of module: Selection.Module, _ gate: Gate?) -> [StyledText] {
    let steps = Wording.count(module.distance, "step")
    let place = module.isDirect ? " directly" : ", \(steps) from the change"
    return ["\(module.id, .module) is affected\(place)"]
      + module.reason.enumerated().map { depth, reason in
        "\(String(repeating: "  ", count: depth + 1))\(ReasonText.line(reason))"
      } + (gate.map { ["its tests need not run: \($0.reason)"] } ?? [])
  }

  static func notAffected(_ module: ModuleID, _ report: AffectedReport) -> [StyledText] {
    let subject = AffectedText.subject(report)
    let reason = report.selection.changes.isEmpty ? subject : "none of its inputs is among \(subject)"
    return ["\(module, .module) is not affected: \(reason)"]
  }
}

/// `ambit why --json`.
enum WhyJSON {
  static func text(
    _ id: ModuleID, _ module: Selection.Module?, _ gate: Gate?, _ report: AffectedReport
  ) -> String {
    JSON.report([
      "base": report.revisions.base?.json, "head": report.revisions.head.json, "module": id.description,
      "affected": module != nil, "distance": OptionalField(module?.distance),
      "reason": (module?.reason ?? []).map(\.json), "gate": gate?.rawValue, "fallback": report.fallback,
      "warnings": report.warnings,
    ])
  }
}

extension Gate {
  fileprivate var reason: String {
    switch self {
    case .key: "they passed with the same key"
    case .product: "they passed with the same build output"
    }
  }
}

struct WhyOptions: CommandOptions {
  var selection = SelectionOptions()
  var module: Argument

  init(_ arguments: ParsedArguments) throws(Failure) {
    module = try arguments.positional(at: 0)
    selection = try SelectionOptions(arguments, modules: [])
    // A module that does not exist is an error in any case.
    selection.allowsEmpty = true
  }
}

extension WhyCommand {
  static let spec = CommandSpec(
    "why", .everyday, "Explain why a module is affected, or why it is not",
    discussion: ["Prints the shortest dependency chain from the module to a changed file."],
    positionals: [
      PositionalSpec(
        "MODULE", .module, required: true, "The module: '//Packages/Core:Core', or 'Core' when it is unique")
    ],
    flags: FlagSpec.change + [.platform], mainFlags: [.base, .head, .files],
    examples: [
      Example("ambit why //Apps/Shop:ShopTests", "the chain from a test module"),
      Example("ambit why Core --base origin/main", "against a base of your choice"),
    ]
  )
}
