/// The classified differences between two surfaces of a module.
package struct SurfaceDiff: Sendable, Hashable {
  /// The changes, breaking ones first, then by name.
  package let changes: [SurfaceChange]

  /// True when users outside of the package may have to change something.
  package var isBreaking: Bool { changes.contains { $0.verdict != .compatible && !$0.isWithinPackage } }

  package init(_ old: PublicSurface, _ new: PublicSurface) {
    var found = SurfaceComparison(old, new)
    found.run()
    changes = found.changes.sorted { left, right in
      if left.rank != right.rank { return left.rank < right.rank }
      if left.declaration != right.declaration { return left.declaration < right.declaration }
      return left.reason < right.reason
    }
  }
}

extension SurfaceChange {
  fileprivate var rank: Int {
    switch verdict {
    case .breaking: isWithinPackage ? 2 : 0
    case .unknown: 1
    case .compatible: 3
    }
  }
}

/// Compares both surfaces: first declarations with the same path, then renamed ones among the rest.
private struct SurfaceComparison {
  private typealias Placed = (declaration: SurfaceDeclaration, place: SurfacePlace?)

  private let old: [[String]: [Placed]]
  private let new: [[String]: [Placed]]
  private var removed: [Placed] = []
  private var added: [Placed] = []
  var changes: [SurfaceChange] = []

  init(_ old: PublicSurface, _ new: PublicSurface) {
    self.old = Self.byPath(old)
    self.new = Self.byPath(new)
  }

  private static func byPath(_ surface: PublicSurface) -> [[String]: [Placed]] {
    Dictionary(grouping: zip(surface.declarations, surface.places).map { Placed($0, $1) }) {
      $0.declaration.path
    }
  }

  mutating func run() {
    for path in Set(old.keys).union(new.keys) { compare(old[path] ?? [], new[path] ?? []) }
    pairRenamed()
    let gone = Set(removed.map(\.declaration.path))
    for one in removed where !isMember(one.declaration, of: gone) { tellRemoved(one) }
    let come = Set(added.map(\.declaration.path))
    for one in added where !isMember(one.declaration, of: come) { tellAdded(one) }
  }

  /// Returns true when the declaration came or went with its enclosing type.
  private func isMember(_ declaration: SurfaceDeclaration, of types: Set<[String]>) -> Bool {
    (1..<max(declaration.path.count, 1)).contains { types.contains(Array(declaration.path.prefix($0))) }
  }
}

// MARK: The same path

extension SurfaceComparison {
  private mutating func compare(_ old: [Placed], _ new: [Placed]) {
    var (old, new) = (old, new)
    pair(&old, &new) { $0 == $1 }
    pair(&old, &new) { $0.kind == $1.kind && $0.text == $1.text && $0.extended == $1.extended }
    pair(&old, &new) { $0.kind == $1.kind && $0.extended == $1.extended && $0.role == $1.role }
    pair(&old, &new) { $0.kind == $1.kind }
    pair(&old, &new) { $0.kind.isType && $1.kind.isType }
    // These need no labels, such as a computed property that became a stored one.
    pair(&old, &new) { !$0.kind.isType && !$1.kind.isType && !$0.kind.isCallable && !$1.kind.isCallable }
    removed += old
    added += new
  }

  private mutating func pair(
    _ old: inout [Placed], _ new: inout [Placed], _ fits: (SurfaceDeclaration, SurfaceDeclaration) -> Bool
  ) {
    let all = old
    old = []
    for one in all {
      guard let index = new.firstIndex(where: { fits(one.declaration, $0.declaration) }) else {
        old.append(one)
        continue
      }
      let other = new.remove(at: index)
      tell(DeclarationChange(one.declaration, other.declaration).findings, one, other)
    }
  }

  private mutating func tell(_ findings: [DeclarationChange.Finding], _ old: Placed, _ new: Placed) {
    for finding in findings {
      changes.append(
        SurfaceChange(
          verdict: finding.verdict, declaration: new.declaration,
          before: finding.before ?? old.declaration.text,
          after: finding.after ?? new.declaration.text, reason: finding.reason, place: new.place ?? old.place,
          isWithinPackage: old.declaration.access == .package))
    }
  }
}

// MARK: Other paths

extension SurfaceComparison {
  /// Pairs callable declarations whose labels changed. One such change says more than a removal and an addition.
  private mutating func pairRenamed() {
    let all = removed
    removed = []
    for one in all {
      guard one.declaration.kind.isCallable,
        let index = added.firstIndex(where: { one.declaration.isCalled(like: $0.declaration) })
      else {
        removed.append(one)
        continue
      }
      let other = added.remove(at: index)
      let labels =
        "the labels changed from \(one.declaration.path.last ?? "") to \(other.declaration.path.last ?? "")"
      var reason = "\(labels): calls and conformances must change"
      if other.declaration.adds(toParametersOf: one.declaration) {
        reason =
          "\(labels); calls still compile, but references by label, conformances and overrides do not"
      }
      tell([DeclarationChange.Finding(.breaking, reason)], one, other)
    }
  }

  private mutating func tellRemoved(_ one: Placed) {
    changes.append(
      SurfaceChange(
        verdict: .breaking, declaration: one.declaration, before: one.declaration.text, after: nil,
        reason: one.declaration.lossReason, place: one.place,
        isWithinPackage: one.declaration.access == .package))
  }

  private mutating func tellAdded(_ one: Placed) {
    let container = Array(one.declaration.path.dropLast())
    let isInOld = old[container] != nil
    let (verdict, reason) = one.declaration.arrival(inKnownType: isInOld)
    let isWithin = one.declaration.access == .package || old[container]?.first?.declaration.access == .package
    changes.append(
      SurfaceChange(
        verdict: verdict, declaration: one.declaration, before: nil, after: one.declaration.text,
        reason: reason, place: one.place, isWithinPackage: isWithin))
  }
}

/// A difference between two surfaces, with its meaning for users.
package struct SurfaceChange: Sendable, Hashable {
  package enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// Code that compiled may not compile any more.
    case breaking
    /// The declaration changed, and the meaning for users is not known.
    case unknown
    case compatible
  }

  package var verdict: Verdict
  /// The new declaration, or the old one when it was removed.
  package var declaration: SurfaceDeclaration
  /// The old text; nil for an added declaration.
  package var before: String?
  /// The new text; nil for a removed declaration.
  package var after: String?
  /// The reason as a sentence without a full stop.
  package var reason: String
  /// The place of the new declaration, or of the removed one.
  package var place: SurfacePlace?
  /// True when `place` belongs to the old revision.
  package var isRemoval: Bool { after == nil }
  /// True when the change concerns only modules of the same package.
  package var isWithinPackage = false

  /// The word in the sources of users. For a conformance or an `init` it is the type's name, else the declaration's own
  /// name without labels.
  package var word: String {
    let last = declaration.path.last ?? ""
    let base = String(last.prefix { $0 != "(" })
    let isUnnamed = base == "init" || base == "subscript" || base.isEmpty
    guard isUnnamed || declaration.role != .plain, declaration.path.count > 1 else { return base }
    return declaration.path[declaration.path.count - 2]
  }
}

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
