import AffectedGraph
import ModuleMap
import Names
import Support
import Terminal

/// One cause of several modules: it is told once, with the line that settles it, and not beside each of them.
struct CommonCause {
  private let reason: Reason
  private let modules: [ModuleID]
  /// The changed files that belong to no module, where that is the cause.
  private let files: [RelativePath]

  /// Takes out of `elements` those whose cause others have as well.
  static func split<Element>(
    _ elements: [Element], _ selection: Selection, by reason: (Element) -> (ModuleID, Reason)?
  ) -> (causes: [(cause: CommonCause, elements: [Element])], others: [Element]) {
    let keys = elements.map { element in reason(element)?.1 }
    let groups = Dictionary(grouping: elements.indices) { keys[$0] }
    let shared = groups.compactMap { reason, members -> (reason: Reason, members: [Int])? in
      guard let reason, members.count > 1, isShared(reason.kind) else { return nil }
      return (reason, members)
    }.sorted { $0.members[0] < $1.members[0] }
    let taken = Set(shared.flatMap(\.members))
    let unowned = selection.changes.filter { $0.pathClass == .unowned }.map(\.path)
    let others = Set(shared.map(\.reason.subject))
    let causes = shared.map { group in
      let files = unowned.filter { group.reason.subject == .path($0) || !others.contains(.path($0)) }
      let cause = CommonCause(
        reason: group.reason, modules: group.members.compactMap { reason(elements[$0])?.0 },
        files: group.reason.kind == .unowned ? files : [])
      return (cause, group.members.map { elements[$0] })
    }
    return (causes, elements.indices.filter { !taken.contains($0) }.map { elements[$0] })
  }

  private static func isShared(_ kind: Reason.Kind) -> Bool {
    [.unowned, .global, .config, .lockfile].contains(kind)
  }

  /// `noun` is what the modules are called: `18 modules`.
  func lines(_ noun: String = "module", remark: String = "", width: Int?) -> [StyledText] {
    let packages = Set(modules.map(\.package)).sorted().map { "//\($0)" }
    let names = NameList.text(
      modules.count <= 3 ? modules.map(\.description) : packages, room: width.map { max(20, $0 - 4) } ?? 100)
    return [
      "  \(words)\(": \(Wording.count(modules.count, noun))\(remark)", .count)", "    \(names, .module)",
    ] + settling.map { "\("    hint: ", .dim)\($0)" }
  }

  private var words: StyledText {
    guard reason.kind == .unowned else { return ReasonText.line(reason) }
    let names = NameList.text(files.map(\.description), room: 80)
    return "\(names, .path) \(files.count == 1 ? "belongs" : "belong") to no module"
  }

  /// The lines to write into workspace.json.
  private var settling: [String] {
    let patterns = files.compactMap(Self.pattern)
    guard !patterns.isEmpty else { return [] }
    let list = NameList.text(patterns.map { "\"\($0)\"" }, room: 80)
    return [
      "if nothing reads \(files.count == 1 ? "it" : "them"), in workspace.json: \"inputs\": {\"ignore\": [\(list)]}",
      "if some module does: \"modules\": {\"//Folder:Module\": {\"inputs\": [\(list)]}}",
    ]
  }

  /// As workspace.json has it; nil for a name that it cannot have.
  private static func pattern(_ path: RelativePath) -> String? {
    guard let text = String(validating: path.bytes, as: UTF8.self), Text.escapingControls(text) == text,
      !text.contains("\"")
    else { return nil }
    let escaped = String(text.flatMap { "*?[]{}\\!".contains($0) ? ["\\", "\\", $0] : [$0] })
    return path.parent.isRoot ? "/\(escaped)" : escaped
  }
}
