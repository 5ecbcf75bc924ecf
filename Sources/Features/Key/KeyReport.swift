import Base
import Graph
import Reports

/// The result of `ambit key`.
struct KeyReport: Sendable {
  struct Module: Sendable {
    let id: ModuleID
    /// The module's key; nil when the module depends on a manifest that cannot be evaluated.
    let key: ModuleKey?
    let inputs: [KeyInput]
    /// The key at the base; nil when the module had none.
    let before: ModuleKey?
    let differences: [KeyDifference]
  }

  let head: ComparedRevisions.Head
  /// The base that the keys are compared with.
  let since: ComparedRevisions.Base?
  let modules: [Module]
  /// True when the user asked for the inputs.
  let explains: Bool

  /// Warnings for results that are never recorded, and for modules without a key.
  var warnings: [Warning] {
    modules.compactMap { module in
      guard let key = module.key else {
        return Warning(
          code: "no-key", message: "\(module.id) has no key: it needs a package that cannot be evaluated")
      }
      return key.obstacle.map {
        Warning(code: $0.code.rawValue, message: "results of \(module.id) are never recorded: \($0.message)")
      }
    }
  }
}

enum KeyJSON {
  static func text(_ report: KeyReport) -> String {
    JSON.report([
      "base": report.since?.json, "head": report.head.json,
      "modules": report.modules.lazy.map { $0.json(in: report) }, "warnings": report.warnings,
    ])
  }
}

extension KeyReport.Module {
  fileprivate func json(in report: KeyReport) -> JSON {
    let obstacle = key?.obstacle.map { ["code": $0.code.rawValue, "message": $0.message] as JSON }
    // Nobody knows whether a module without a key has changed.
    let changed = key.map { $0.text != before?.text }
    let comparison: JSON = [
      "before": before?.text, "changed": changed,
      "differences": differences.map(\.json),
    ]
    return JSON(
      ["id": id.description, "key": key?.text, "unrecordable": obstacle],
      report.explains ? ["inputs": inputs.map(\.json)] : [:], report.since == nil ? [:] : comparison)
  }
}

extension KeyInput {
  fileprivate var json: JSON { ["kind": kind.rawValue, "name": name, "value": value] }
}

extension KeyDifference {
  fileprivate var json: JSON {
    [
      "module": module.description, "kind": kind.rawValue, "name": name, "before": before,
      "after": after,
    ]
  }
}

/// `ambit key`: a line for each module, as `sha256sum` prints them, with inputs or differences below.
enum KeyText {
  static func lines(_ report: KeyReport, width: Int?) -> [StyledText] {
    report.modules.flatMap { module -> [StyledText] in
      let key = module.key?.text ?? String(repeating: "-", count: 64)
      let head: StyledText = "\(key, .count)  \(module.id, .module)"
      if report.explains { return [head] + inputs(of: module, width) }
      guard let since = report.since else { return [head] }
      return ["\(head)  \(verdict(module, since.ref), .dim)"] + differences(of: module, width)
    }
  }

  private static func inputs(of module: KeyReport.Module, _ width: Int?) -> [StyledText] {
    let rows = module.inputs.map { input -> [StyledText] in
      ["\(input.kind.rawValue, .dim)", "\(input.name, style(of: input.kind))", "\(oneLine(input.value))"]
    }
    return Table.indented([.left, .middle(), .end(40)], rows, width: width)
  }

  private static func verdict(_ module: KeyReport.Module, _ revision: String) -> String {
    guard let key = module.key else { return "has no key" }
    guard let before = module.before else { return "new since \(revision)" }
    return before.text == key.text ? "unchanged since \(revision)" : "changed since \(revision)"
  }

  private static func differences(of module: KeyReport.Module, _ width: Int?) -> [StyledText] {
    let rows = module.differences.map { difference -> [StyledText] in
      [
        sign(difference), "\(difference.kind.rawValue, .dim)",
        "\(name(of: difference, in: module), style(of: difference.kind))", "\(values(difference), .dim)",
      ]
    }
    return Table.indented([.left, .left, .middle(), .end(24)], rows, width: width)
  }

  private static func sign(_ difference: KeyDifference) -> StyledText {
    if difference.before == nil { return "\("+", .good)" }
    return difference.after == nil ? "\("-", .bad)" : "\("~", .warning)"
  }

  /// The input's name. Names of files are relative to a package, so a file of another package is shown with the
  /// package.
  private static func name(of difference: KeyDifference, in module: KeyReport.Module) -> String {
    switch difference.kind.reach {
    case .run: difference.name
    case .package:
      difference.module.package == module.id.package
        ? difference.name : "//\(difference.module.package) \(difference.name)"
    case .module: difference.module == module.id ? difference.name : "\(difference.module) \(difference.name)"
    }
  }

  /// The values before and after. Digests are left out: nobody reads them.
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
