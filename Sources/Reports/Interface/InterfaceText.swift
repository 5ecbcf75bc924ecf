import Interfaces
import Names
package import Terminal

/// `ambit interface` for people.
package enum InterfaceText {
  package static func lines(_ report: InterfaceReport) -> [StyledText] {
    report.modules.enumerated().flatMap { index, module in
      (index == 0 ? [] : [""]) + lines(module)
    }
  }

  private static func lines(_ module: InterfaceReport.Module) -> [StyledText] {
    switch module.interface {
    case .nothing(let reason): [heading(module.id, reason)]
    case .unknown(let reason): [heading(module.id, "unknown: \(reason)", .warning)]
    case .surface(let surface):
      [heading(module.id, Wording.count(surface.declarations.count, "declaration"))] + declarations(surface)
    }
  }

  private static func heading(_ module: ModuleID, _ remark: String, _ style: Style = .dim) -> StyledText {
    StyledText(module.description, .heading) + StyledText("  \(remark)", style)
  }

  /// What stands outside of types by its kind; members below what they are members of.
  private static func declarations(_ surface: PublicSurface) -> [StyledText] {
    let known = Set(surface.declarations.map(\.path))
    let all = zip(surface.declarations, surface.places).map { ($0, $1) }
    let roots = all.filter { one in
      !(1..<max(one.0.path.count, 1)).contains { known.contains(Array(one.0.path.prefix($0))) }
    }
    let kinds = Dictionary(grouping: roots) { $0.0.kind }
    return DeclarationKind.allCases.flatMap { kind -> [StyledText] in
      guard let members = kinds[kind] else { return [] }
      return [StyledText("  \(kind.heading)", .dim)]
        + members.flatMap { root -> [StyledText] in
          let inside = all.filter {
            $0.0.path.count > root.0.path.count && $0.0.path.starts(with: root.0.path)
          }
          return ([root] + (root.0.kind.isType || root.0.kind == .extension ? inside : [])).map { one in
            line(one.0, one.1, depth: one.0.path.count - root.0.path.count)
          }
        }
    }
  }

  private static func line(_ declaration: SurfaceDeclaration, _ place: SurfacePlace?, depth: Int)
    -> StyledText
  {
    let indent = String(repeating: "  ", count: depth + 2)
    let conforms = declaration.conformances.filter { !SymbolGraph.implied.contains($0) }
    var text = StyledText(indent + declaration.text)
    if !conforms.isEmpty { text.append(": \(conforms.joined(separator: ", "))", .dim) }
    if !declaration.availability.isEmpty {
      text.append("  (\(declaration.availability.joined(separator: ", ")))", .dim)
    }
    if let place, depth == 0 { text.append("  \(place.file):\(place.line)", .dim) }
    return text
  }
}

// MARK: Differences

extension InterfaceText {
  /// `most` users of each declaration are named; nil: all.
  package static func lines(_ report: InterfaceDiffReport, most: Int?) -> [StyledText] {
    let changed = report.modules.filter { $0.verdict != .same }
    let since = report.revisions.base.map { " since \($0.ref) (\($0.commit.prefix(8)))" } ?? ""
    let unknown = report.modules(.unknown).count
    let known = changed.count - unknown
    var head =
      "\(known) of \(Wording.count(report.modules.count, "compared module")) "
      + "\(known == 1 ? "has" : "have") another interface\(since)"
    if unknown > 0 { head += "; of \(unknown) it cannot be told" }
    var found: [StyledText] = [StyledText(head)]
    for module in changed { found += [""] + lines(module, most) }
    let same = report.modules(.same)
    if !same.isEmpty {
      found += ["", StyledText("Same interface", .heading) + StyledText(" \(same.count)", .dim)]
      found += same.map { StyledText("  \($0.id)") }
    }
    return found
  }

  private static func lines(_ module: InterfaceDiffReport.Module, _ most: Int?) -> [StyledText] {
    let remark = module.reason.map { "\(module.verdict.rawValue): \($0)" } ?? module.verdict.rawValue
    return [heading(module.id, remark, module.verdict == .compatible ? .good : .warning)]
      + module.changes.flatMap { lines($0, most) }
  }

  private static func lines(_ one: InterfaceDiffReport.Change, _ most: Int?) -> [StyledText] {
    let change = one.change
    var first = StyledText("  \(change.verdict.rawValue)", change.verdict == .compatible ? .good : .bad)
    first.append("  \(change.declaration.name): \(change.reason)")
    if change.isWithinPackage { first.append(" (within the package)", .dim) }
    if let place = change.place { first.append("  \(place.file):\(place.line)", .dim) }
    var found = [first]
    if let before = change.before { found.append(StyledText("    - \(before)", .dim)) }
    if let after = change.after { found.append(StyledText("    + \(after)", .dim)) }
    found += one.users.prefix(most ?? .max).map { user in
      StyledText(
        "    mentioned by \(user.module)  \(user.file):\(user.lines.map(String.init).joined(separator: ","))")
    }
    let rest = one.users.count - (most ?? .max)
    if rest > 0 {
      found.append(
        StyledText("    and in \(Wording.count(rest, "more file")) ('-v' and '--json' name them)", .dim))
    }
    return found
  }
}

extension DeclarationKind {
  fileprivate var heading: String {
    switch self {
    case .protocol: "protocols"
    case .struct: "structs"
    case .enum: "enums"
    case .class: "classes"
    case .actor: "actors"
    case .typealias: "typealiases"
    case .function: "functions"
    case .operator: "operators"
    case .variable: "variables"
    case .extension: "conformances of others' types"
    case .header: "headers"
    case .statement: "statements"
    case .macro: "macros"
    default: "extensions of others' types"
    }
  }
}
