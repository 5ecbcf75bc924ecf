/// What the trait flags of SwiftPM say together.
package struct TraitFlags: Sendable, Hashable {
  /// Of the last `--traits`; nil: it was not given.
  package var names: [String]?
  package var enablesAll = false
  package var disablesDefaults = false

  package init(names: [String]? = nil, enablesAll: Bool = false, disablesDefaults: Bool = false) {
    self.names = names
    self.enablesAll = enablesAll
    self.disablesDefaults = disablesDefaults
  }

  package var isEmpty: Bool { self == TraitFlags() }

  /// As SwiftPM takes them.
  package var arguments: [String] {
    (names.map { ["--traits", $0.joined(separator: ",")] } ?? [])
      + (enablesAll ? ["--enable-all-traits"] : []) + (disablesDefaults ? ["--disable-default-traits"] : [])
  }
}
