/// A set of modules of one graph.
package struct ModuleSet: Sendable, Hashable {
  private var isInside: Indexed<ModuleIndex, Bool>

  package init(among count: Int) {
    isInside = Indexed(repeating: false, count: count)
  }

  package init(_ modules: some Sequence<ModuleIndex>, among count: Int) {
    self.init(among: count)
    for module in modules { isInside[module] = true }
  }

  static func all(_ count: Int) -> ModuleSet {
    var all = ModuleSet(among: count)
    all.isInside = Indexed(repeating: true, count: count)
    return all
  }

  package func contains(_ module: ModuleIndex) -> Bool { isInside[module] }

  /// The modules, sorted.
  package var modules: [ModuleIndex] { isInside.indices.filter { isInside[$0] } }

  /// Returns true when the module is new in the set.
  mutating func insert(_ module: ModuleIndex) -> Bool {
    defer { isInside[module] = true }
    return !isInside[module]
  }

  mutating func formUnion(_ other: ModuleSet) {
    for module in isInside.indices where other.isInside[module] { isInside[module] = true }
  }

  mutating func formIntersection(_ other: ModuleSet) {
    for module in isInside.indices where !other.isInside[module] { isInside[module] = false }
  }

  mutating func subtract(_ other: ModuleSet) {
    for module in isInside.indices where other.isInside[module] { isInside[module] = false }
  }
}
