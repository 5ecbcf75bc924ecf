import Base

/// A symbol of a graph, with the values that count.
struct Symbol {
  let id: String
  let kind: DeclarationKind
  let path: [String]
  let text: String
  let access: SurfaceAccess
  let extended: String?
  let availability: [String]
  let place: SurfacePlace?
  /// True when the symbol is in an extension with conditions.
  let isConditional: Bool

  init?(_ node: JSONNode) {
    guard let id = node["identifier"]?["precise"]?.stringValue,
      let kind = node["kind"]?["identifier"]?.stringValue,
      let path = node["pathComponents"]?.arrayValue?.compactMap(\.stringValue), !path.isEmpty
    else { return nil }
    self.id = id
    self.path = path
    let fragments = node["declarationFragments"]?.arrayValue ?? []
    let spelled = fragments.compactMap { $0["spelling"]?.stringValue }.joined()
    let conditions = Self.conditions(node["swiftExtension"])
    isConditional = !conditions.isEmpty
    text = Self.text(
      spelled.split(whereSeparator: \.isWhitespace).joined(separator: " "), where: conditions)
    let isActor = fragments.contains {
      $0["kind"]?.stringValue == "keyword" && $0["spelling"]?.stringValue == "actor"
    }
    let known = DeclarationKind(rawValue: String(kind.drop { $0 != "." }.dropFirst())) ?? .other
    self.kind = known == .class && isActor ? .actor : known
    access = node["accessLevel"]?.stringValue.flatMap { SurfaceAccess(rawValue: $0) } ?? .public
    extended = node["swiftExtension"]?["extendedModule"]?.stringValue
    availability = (node["availability"]?.arrayValue ?? []).flatMap(Self.availability).sorted()
    place = Self.place(node["location"])
  }

  func declaration(_ role: SurfaceRole, _ conformances: [String]) -> SurfaceDeclaration {
    SurfaceDeclaration(
      kind, path, text, access: access, extended: extended, role: role, conformances: conformances,
      availability: availability)
  }

  /// Returns the conditions of the symbol's extension, in the words of Swift.
  private static func conditions(_ node: JSONNode?) -> [String] {
    (node?["constraints"]?.arrayValue ?? []).map { condition in
      let sign = condition["kind"]?.stringValue == "sameType" ? "==" : ":"
      return "\(condition["lhs"]?.stringValue ?? "") \(sign) \(condition["rhs"]?.stringValue ?? "")"
    }.sorted()
  }

  /// Adds the conditions of the extension, since the compiler only writes a declaration's own.
  private static func text(_ own: String, where conditions: [String]) -> String {
    guard !conditions.isEmpty else { return own }
    let joint = own.contains(" where ") ? ", " : " where "
    let words = joint + conditions.joined(separator: ", ")
    guard own.hasSuffix("}"), let brace = own.lastIndex(of: "{") else { return own + words }
    return "\(own[..<brace].dropLast())\(words) \(own[brace...])"
  }

  private static func place(_ node: JSONNode?) -> SurfacePlace? {
    guard let uri = node?["uri"]?.stringValue, let line = node?["position"]?["line"]?.intValue else {
      return nil
    }
    let file = uri.hasPrefix("file://") ? String(uri.dropFirst("file://".count)) : uri
    // Lines of symbol graphs begin with 0.
    return SurfacePlace(file: file, line: line + 1)
  }

  private static func availability(_ node: JSONNode) -> [String] {
    let domain = node["domain"]?.stringValue ?? "*"
    var words: [String] = []
    for member in node.objectValue ?? [] {
      switch member.key {
      case "domain", "message", "renamed": break
      case "isUnconditionallyDeprecated": words.append("\(domain) deprecated")
      case "isUnconditionallyUnavailable": words.append("\(domain) unavailable")
      default:
        let parts = ["major", "minor", "patch"].compactMap { member.value[$0]?.intValue.map(String.init) }
        words.append(([domain, member.key] + [parts.joined(separator: ".")]).joined(separator: " "))
      }
    }
    return words
  }
}

/// A relation between two symbols.
struct Relation {
  let kind: String
  let source: String
  let target: String
  private let fallback: String?
  private let conditions: [String]

  init?(_ node: JSONNode) {
    guard let kind = node["kind"]?.stringValue, let source = node["source"]?.stringValue,
      let target = node["target"]?.stringValue
    else { return nil }
    (self.kind, self.source, self.target) = (kind, source, target)
    fallback = node["targetFallback"]?.stringValue
    conditions = (node["swiftConstraints"]?.arrayValue ?? []).map { condition in
      ["lhs", "kind", "rhs"].compactMap { condition[$0]?.stringValue }.joined(separator: " ")
    }.sorted()
  }

  /// Returns the target's name with the conditions: `Swift.Hashable where Element conformance Swift.Hashable`.
  func words(_ names: [String: String]) -> String {
    let name = fallback ?? names[target] ?? target
    return conditions.isEmpty ? name : "\(name) where \(conditions.joined(separator: ", "))"
  }
}
