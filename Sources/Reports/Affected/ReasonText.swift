package import Base
package import Graph

/// A step of a reason chain in words.
package enum ReasonText {
  /// `depends on //Packages/Core:Core`, `changed Packages/Core/Sources/A.swift`. Names of the module's own `package`
  /// are shortened: `depends on :Core`, `changed Sources/A.swift`.
  package static func line(_ reason: Reason, besidePackage package: RelativePath = .root) -> StyledText {
    let words = StyledText(words(for: reason.kind), .dim)
    switch reason.subject {
    case .path(let path): return "\(words) \(path.relative(to: package) ?? path, .path)"
    case .module(let module):
      let isNear = !package.isRoot && module.package == package
      return "\(words) \(isNear ? ":\(module.name)" : module.description, .module)"
    case .none: return words
    }
  }

  /// The same words without colours.
  package static func plain(_ reason: Reason, besidePackage package: RelativePath) -> String {
    line(reason, besidePackage: package).plain
  }

  package static func words(for kind: Reason.Kind) -> String {
    switch kind {
    case .source: "changed"
    case .manifest: "its definition changed in"
    case .project, .scheme, .plan, .xcconfig: "its definition changed in"
    case .lockfile, .pin: "a pinned dependency changed in"
    case .config: "its settings changed in"
    case .input: "reads"
    case .unowned: "no module owns"
    case .global: "everything depends on"
    case .named: "was named"
    case .all: "everything was selected"
    case .dependsOn: "depends on"
    case .plugin: "uses the plugin"
    case .macro: "uses the macro"
    case .undeclaredImport: "imports (undeclared)"
    case .mayStart: "may run or load"
    case .implicit: "links (undeclared)"
    case .host: "runs in"
    case .removedDependency: "no longer depends on"
    }
  }
}

/// A cause that several modules share. Reports say it once, with the lines for workspace.json that settle it, and not
/// beside each module.
package struct CommonCause {
  private let reason: Reason
  private let modules: [ModuleID]
  /// The changed files that belong to no module, when they are the cause; else empty.
  private let files: [RelativePath]

  /// Separates the elements whose cause is shared from the others.
  package static func split<Element>(
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

  /// `noun` is the word for the modules: `18 modules`.
  package func lines(_ noun: String = "module", remark: String = "", width: Int?) -> [StyledText] {
    let packages = Set(modules.map(\.package)).sorted().map { "//\($0)" }
    let names = NameList.text(
      modules.count <= 3 ? modules.map(\.description) : packages, room: width.map { max(20, $0 - 4) } ?? 100)
    return [
      "  \(words)\(": \(Wording.count(modules.count, noun))\(remark)", .count)", "    \(names, .module)",
    ] + settling.flatMap { ("\("    hint: ", .dim)\($0)" as StyledText).message(width: width) }
  }

  /// `4 modules are affected, because no module owns lint.json, notes.txt.`
  var sentence: StyledText {
    let verb = modules.count == 1 ? "is" : "are"
    return "\(Wording.count(modules.count, "module")) \(verb) affected, because \(account)."
  }

  private var account: StyledText {
    switch reason.kind {
    case .unowned: "\("no module owns", .dim) \(.names(files.map(\.description), .path))"
    case .config: "\("their settings changed in", .dim) \(subject)"
    case .lockfile: "\("a pin they use changed in", .dim) \(subject)"
    default: ReasonText.line(reason)
    }
  }

  private var subject: StyledText {
    guard case .path(let path) = reason.subject else { return "" }
    return "\(path, .path)"
  }

  private var words: StyledText {
    guard reason.kind == .unowned else { return ReasonText.line(reason) }
    let names = NameList.text(files.map(\.description), room: 80)
    return "\(names, .path) \(files.count == 1 ? "belongs" : "belong") to no module"
  }

  /// The lines to write into workspace.json.
  private var settling: [String] {
    // A source that no module owns is an oversight, and nothing to ignore.
    let patterns = files.filter { !$0.lastComponent.hasSuffix(".swift") }
      .compactMap(Self.pattern).map { "\"\($0)\"" }
    guard let first = patterns.first else { return [] }
    var shown = [first]
    var length = first.count
    for pattern in patterns.dropFirst() where length + pattern.count + 2 <= 80 {
      shown.append(pattern)
      length += pattern.count + 2
    }
    let list = shown.joined(separator: ", ")
    let rest = patterns.count > shown.count ? ", likewise \(patterns.count - shown.count) more" : ""
    return [
      "if nothing reads \(patterns.count == 1 ? "it" : "them"), add to workspace.json: "
        + "\"inputs\": {\"ignore\": [\(list)]}\(rest)",
      "if a module does, add: \"modules\": {\"//Folder:Module\": {\"inputs\": [\(list)]}}\(rest)",
    ]
  }

  /// The path as a pattern within a string of JSON; nil for a name that no pattern can hold.
  private static func pattern(_ path: RelativePath) -> String? {
    guard let text = String(validating: path.bytes, as: UTF8.self), Text.escapingControls(text) == text,
      !text.contains("\"")
    else { return nil }
    let literal = String(text.flatMap { "*?[]{}\\!".contains($0) ? ["\\", $0] : [$0] })
    let escaped = literal.replacing("\\", with: "\\\\")
    return path.parent.isRoot ? "/\(escaped)" : escaped
  }
}
