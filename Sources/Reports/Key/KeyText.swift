import ContentKeys
import Names
package import Terminal

/// `ambit key`: a line for each module, as `sha256sum` prints them, with inputs or differences below.
package enum KeyText {
  package static func lines(_ report: KeyReport, width: Int?) -> [StyledText] {
    report.modules.flatMap { module -> [StyledText] in
      let head =
        StyledText(module.key?.text ?? String(repeating: "-", count: 64), .count)
        + StyledText("  ") + StyledText(module.id.description, .module)
      if report.explains { return [head] + inputs(of: module, width) }
      guard let since = report.since else { return [head] }
      return [head + StyledText("  \(verdict(module, since.ref))", .dim)] + differences(of: module, width)
    }
  }

  private static func inputs(of module: KeyReport.Module, _ width: Int?) -> [StyledText] {
    var table = Table(columns: [.init(), .init(truncation: .middle), .init(truncation: .tail, narrowest: 40)])
    for input in module.inputs {
      table.add([
        StyledText("  \(input.kind.rawValue)", .dim), StyledText(input.name, style(of: input.kind)),
        StyledText(oneLine(input.value)),
      ])
    }
    return table.lines(width: width)
  }

  private static func verdict(_ module: KeyReport.Module, _ revision: String) -> String {
    guard let before = module.before else { return "new since \(revision)" }
    return before.text == module.key?.text ? "unchanged since \(revision)" : "changed since \(revision)"
  }

  private static func differences(of module: KeyReport.Module, _ width: Int?) -> [StyledText] {
    var table = Table(
      columns: [.init(), .init(), .init(truncation: .middle), .init(truncation: .tail, narrowest: 24)])
    for difference in module.differences {
      table.add([
        sign(difference), StyledText(difference.kind.rawValue, .dim),
        StyledText(name(of: difference, in: module), style(of: difference.kind)),
        StyledText(values(difference), .dim),
      ])
    }
    return table.lines(width: width)
  }

  private static func sign(_ difference: KeyDifference) -> StyledText {
    if difference.before == nil { return StyledText("  +", .good) }
    return difference.after == nil ? StyledText("  -", .bad) : StyledText("  ~", .warning)
  }

  /// Names of files count from a package, so another package's are shown with it.
  private static func name(of difference: KeyDifference, in module: KeyReport.Module) -> String {
    switch difference.kind.reach {
    case .run: difference.name
    case .package:
      difference.module.package == module.id.package
        ? difference.name : "//\(difference.module.package) \(difference.name)"
    case .module: difference.module == module.id ? difference.name : "\(difference.module) \(difference.name)"
    }
  }

  /// Nobody reads digests: of files it is enough that they changed.
  private static func values(_ difference: KeyDifference) -> String {
    switch difference.kind {
    case .file, .input, .global, .workspaceFile, .packageFile, .dependency, .cycle: ""
    default:
      [difference.before, difference.after].compactMap { $0 }.map(oneLine).joined(separator: " -> ")
    }
  }

  private static func oneLine(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: " ")
  }

  private static func style(of kind: KeyInput.Kind) -> Style {
    switch kind {
    case .file, .input, .global, .workspaceFile, .packageFile: .path
    case .dependency: .module
    default: .plain
    }
  }
}
