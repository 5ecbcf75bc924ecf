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
  package var isWithinPackage: Bool

  package init(
    _ verdict: Verdict, _ declaration: SurfaceDeclaration, before: String?, after: String?, reason: String,
    place: SurfacePlace?, isWithinPackage: Bool = false
  ) {
    self.verdict = verdict
    self.declaration = declaration
    self.before = before
    self.after = after
    self.reason = reason
    self.place = place
    self.isWithinPackage = isWithinPackage
  }

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
