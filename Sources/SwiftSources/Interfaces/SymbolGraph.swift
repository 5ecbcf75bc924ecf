package import Base

/// A module's surface from the compiler's symbol graphs: the module's own graph, and those of its extensions of other
/// modules.
package struct SymbolGraph {
  private var symbols: [Symbol] = []
  private var relations: [Relation] = []
  /// Symbols that belong to the module though they have no place.
  private var told: Set<String> = []

  package init() {}

  /// Adds one file. Extensions have a file of their own. `isOwn` is true when all symbols of the file belong to the
  /// module.
  package mutating func add(_ bytes: [UInt8], isOwn: Bool = false) throws(Failure) {
    let root: JSONNode
    do throws(JSONError) { root = try JSONParser.parse(bytes) } catch {
      throw Failure.interface("a symbol graph is not JSON: \(error.message)")
    }
    guard let major = root["metadata"]?["formatVersion"]?["major"]?.intValue, major == 0 else {
      throw Failure.interface("a symbol graph has an unknown format")
    }
    guard let symbols = root["symbols"]?.arrayValue, let relations = root["relationships"]?.arrayValue else {
      throw Failure.interface("a symbol graph lacks its symbols or relationships")
    }
    let known = Set(self.symbols.map(\.id))
    for node in symbols {
      guard let symbol = Symbol(node) else {
        throw Failure.interface("a symbol graph has a symbol that cannot be read")
      }
      if isOwn { told.insert(symbol.id) }
      if !isOwn || !known.contains(symbol.id) { self.symbols.append(symbol) }
    }
    self.relations += relations.compactMap { Relation($0) }
  }

  package func surface() -> PublicSurface {
    let own = ownSymbols
    let names = Dictionary(
      symbols.map { ($0.id, $0.path.joined(separator: ".")) }, uniquingKeysWith: { one, _ in one })
    var conformances: [String: Set<String>] = [:]
    var (requirements, defaulted) = (Set<String>(), Set<String>())
    let conditional = Set(symbols.filter(\.isConditional).map(\.id))
    for relation in relations {
      switch relation.kind {
      case "conformsTo", "inheritsFrom":
        conformances[relation.source, default: []].insert(relation.words(names))
      case "requirementOf", "optionalRequirementOf":
        requirements.insert(relation.source)
        if relation.kind == "optionalRequirementOf" { defaulted.insert(relation.source) }
      // A conditional implementation does not cover all conforming types.
      case "defaultImplementationOf" where !conditional.contains(relation.source):
        defaulted.insert(relation.target)
      default: break
      }
    }
    var found: [(SurfaceDeclaration, SurfacePlace?)] = []
    for symbol in symbols where own.contains(symbol.id) {
      let role: SurfaceRole =
        !requirements.contains(symbol.id)
        ? .plain : defaulted.contains(symbol.id) ? .defaultedRequirement : .requirement
      found.append(
        (symbol.declaration(role, conformances.removeValue(forKey: symbol.id)?.sorted() ?? []), symbol.place))
    }
    return PublicSurface(found + foreignConformances(conformances, own, names))
  }

  /// The symbols of the module itself. The graph of a module that re-exports another contains that one's symbols, too.
  /// Only compiled symbols have a place. Symbols that the compiler added to these have none, but belong to the module.
  private var ownSymbols: Set<String> {
    var own = Set(symbols.filter { $0.place != nil }.map(\.id)).union(told)
    let parents = relations.filter { $0.kind == "memberOf" || $0.kind == "requirementOf" }
    var grew = true
    while grew {
      let more = parents.filter { own.contains($0.target) && !own.contains($0.source) }.map(\.source)
      own.formUnion(more)
      grew = !more.isEmpty
    }
    return own
  }

  /// Returns the conformances that the module adds to other modules' types. They are conformances to its own protocols,
  /// and without re-exports to others' protocols too.
  private func foreignConformances(
    _ rest: [String: Set<String>], _ own: Set<String>, _ names: [String: String]
  ) -> [(SurfaceDeclaration, SurfacePlace?)] {
    let exports = symbols.contains { !own.contains($0.id) }
    let targets = Set(
      relations.filter { own.contains($0.target) && $0.kind == "conformsTo" }.map { $0.words(names) })
    return rest.sorted { $0.key < $1.key }.compactMap { id, conformances in
      var told = conformances.filter { !Self.implied.contains(String($0.prefix { $0 != " " })) }
      if exports { told.formIntersection(targets) }
      guard !told.isEmpty else { return nil }
      let name = names[id] ?? id
      return (
        SurfaceDeclaration(
          .extension, [name], "extension \(name)", extended: name, conformances: told.sorted()), nil
      )
    }
  }

  /// Protocols that all types conform to unless they say otherwise.
  package static let implied: Set<String> = [
    "Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype", "Swift.BitwiseCopyable",
  ]
}

extension Failure {
  /// The reason why the interface of a module is not known.
  package static func interface(_ reason: String) -> Failure {
    Failure(code: "unknown-interface", message: reason)
  }
}

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
