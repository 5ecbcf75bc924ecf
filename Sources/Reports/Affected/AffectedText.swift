import AffectedGraph
import ModuleGraph
import ModuleMap
import Names
package import Terminal

/// `ambit affected` for people: a sentence with the counts, then the modules and why.
package enum AffectedText {
  package static func lines(_ report: AffectedReport, width: Int?) -> [StyledText] {
    let modules = report.selection.modules
    guard !modules.isEmpty else { return [nothingListed(report)] }
    var lines = [headline(report)]
    if !report.isByName { lines.append(StyledText(subject(report), .dim)) }
    guard report.selection.scope != .all else { return lines + section("Everything", modules, report, width) }
    lines += section(report.isByName ? "Named" : "Changed", modules.filter(\.isDirect), report, width)
    lines += section(
      report.isByName ? "Dependents" : "Reached", modules.filter { !$0.isDirect }, report, width)
    return lines
  }

  /// `3 of 48 modules affected, 2 of them tests`; by name: `3 of 48 modules selected by name, ...`.
  private static func headline(_ report: AffectedReport) -> StyledText {
    let affected = report.selection.modules.count
    let tests = report.selection.tests.count
    return StyledText("\(affected) of \(Wording.count(report.moduleCount, "module"))", .heading)
      + StyledText(
        " \(report.isByName ? "selected by name" : "affected"), \(tests == 0 ? "none" : "\(tests)") of them \(tests == 1 ? "a test" : "tests")"
      )
  }

  private static func nothingListed(_ report: AffectedReport) -> StyledText {
    let ignored = report.selection.changes.count { $0.pathClass == .ignored }
    let verdict =
      report.isNothingAffected
      ? StyledText(nothing(of: report.wanted), .good)
      : StyledText("No module can be listed, but not everything is known", .warning)
    var line = verdict + StyledText(": \(subject(report))")
    if ignored > 0 { line += StyledText(", \(ignored) ignored", .dim) }
    return line
  }

  /// Who asks for modules by name is told of these: that nothing at all was affected would be another thing.
  private static func nothing(of wanted: [String]) -> String {
    switch wanted.count {
    case 0: "Nothing is affected"
    case 1: "\(wanted[0]) is not affected"
    default: "None of \(NameList.text(wanted, room: 100)) is affected"
    }
  }

  /// `1 changed file since main (1a2b3c4d)`
  static func subject(_ report: AffectedReport) -> String {
    let count = report.selection.changes.count
    let changed = count == 0 ? "no changed files" : Wording.count(count, "changed file")
    guard let base = report.revisions.base else { return changed }
    return "\(changed) since \(base.ref) (\((base.mergeBase ?? base.commit).prefix(8)))"
  }

  /// Below this width the kind gives way: a test module's name tells it too.
  private static let roomForKinds = 100

  private static func section(
    _ title: String, _ modules: [Selection.Module], _ report: AffectedReport, _ width: Int?
  ) -> [StyledText] {
    guard !modules.isEmpty else { return [] }
    let (causes, others) = CommonCause.split(modules, report.selection) { module in
      module.reason.first.map { (module.id, $0) }
    }
    let heading = StyledText(title, .heading) + StyledText(" \(modules.count)", .dim)
    return ["", heading] + causes.flatMap { $0.cause.lines(width: width) } + rows(others, width)
  }

  private static func rows(_ modules: [Selection.Module], _ width: Int?) -> [StyledText] {
    guard !modules.isEmpty else { return [] }
    let showsKinds = width.map { $0 >= roomForKinds } ?? true
    // The reason gives way before the name: a name is what people copy.
    let name = Table.Column(truncation: .middle, narrowest: 46)
    let reason = Table.Column(truncation: .middle, narrowest: 16)
    var table = Table(columns: showsKinds ? [.init(), name, .init(), reason] : [.init(), name, reason])
    for module in modules {
      let kind = showsKinds ? [StyledText(module.kind.rawValue, .dim)] : []
      // A named module needs no reason.
      let because = module.reason.first.flatMap { reason in
        [.all, .named].contains(reason.kind)
          ? nil : ReasonText.line(reason, besidePackage: module.id.package)
      }
      table.add(["", StyledText(module.id.description, .module)] + kind + [because ?? ""])
    }
    return table.lines(width: width)
  }
}
