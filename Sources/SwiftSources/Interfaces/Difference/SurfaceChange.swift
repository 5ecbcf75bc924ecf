/// One difference between two surfaces, and what it means for those who use them.
package struct SurfaceChange: Sendable, Hashable {
  package enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// Code that compiled may not compile any more.
    case breaking
    /// It changed, and of what it means for others nothing can be said.
    case unknown
    case compatible
  }

  package var verdict: Verdict
  /// What it is about: the new declaration, or the old one where there is no new.
  package var declaration: SurfaceDeclaration
  /// nil for one that was added.
  package var before: String?
  /// nil for one that was removed.
  package var after: String?
  /// One sentence without a full stop.
  package var reason: String
  /// Where the new declaration stands, or stood the old one.
  package var place: SurfacePlace?
  /// Whether `place` is one of the older revision.
  package var isRemoval: Bool { after == nil }
  /// Whether it concerns modules of the same package alone.
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

  /// The word that those have in their sources who use the declaration: a type's name for what conforms to it or is
  /// made by `init`, else its own without labels.
  package var word: String {
    let last = declaration.path.last ?? ""
    let base = String(last.prefix { $0 != "(" })
    let isUnnamed = base == "init" || base == "subscript" || base.isEmpty
    guard isUnnamed || declaration.role != .plain, declaration.path.count > 1 else { return base }
    return declaration.path[declaration.path.count - 2]
  }
}
