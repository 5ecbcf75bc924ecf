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
