/// Build settings that decide no test, as people say: `MARKETING_VERSION`.
package struct NeutralSettings: Sendable, Hashable {
  private let names: Set<String>

  package init(_ names: [String] = []) { self.names = Set(names) }

  /// Conditions do not count: `MARKETING_VERSION[sdk=iphoneos*]` is the same setting.
  func contains(_ setting: some Collection<UInt8>) -> Bool {
    if names.isEmpty { return false }
    return names.contains(String(decoding: setting.prefix { $0 != UInt8(ascii: "[") }, as: UTF8.self))
  }
}
