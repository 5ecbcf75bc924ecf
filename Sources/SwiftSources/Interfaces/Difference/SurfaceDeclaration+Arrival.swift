// The meaning of added and removed declarations.

extension SurfaceDeclaration {
  func arrival(inKnownType isKnown: Bool) -> (SurfaceChange.Verdict, String) {
    guard isKnown else { return (.compatible, "it is new") }
    switch (kind, role) {
    case (.enumCase, _): return (.breaking, "switches over all cases miss the new case")
    case (.associatedtype, _) where text.contains(" = "):
      return (.compatible, "the new associated type has a default")
    case (_, .requirement):
      return (.breaking, "conforming types must implement the new requirement")
    case (_, .defaultedRequirement): return (.compatible, "the new requirement has a default implementation")
    case (.header, _): return (.compatible, "the header is new")
    default: return (.compatible, "it is new")
    }
  }

  var lossReason: String {
    switch kind {
    case .extension: "its conformances are gone"
    case .statement: "files that rely on it must declare it themselves"
    case .header: "the header is gone"
    default: "it is gone"
    }
  }

  /// Returns true when both have one name, in the same type.
  func isCalled(like other: SurfaceDeclaration) -> Bool {
    guard kind == other.kind, path.dropLast() == other.path.dropLast(), let name = path.last,
      let its = other.path.last
    else { return false }
    return name.prefix { $0 != "(" } == its.prefix { $0 != "(" }
  }

  /// Returns true when the declaration only has more parameters than the old one, all with defaults.
  func adds(toParametersOf old: SurfaceDeclaration) -> Bool {
    guard let mine = DeclarationText(text), let its = DeclarationText(old.text), mine.rest == its.rest,
      mine.effects == its.effects
    else { return false }
    var left = its.parameters.map(\.text)[...]
    for parameter in mine.parameters {
      if parameter.text == left.first { left.removeFirst() } else if parameter.value == nil { return false }
    }
    return left.isEmpty
  }
}
