/// What carries builds out beneath SwiftPM's commands, as `--build-system` names it.
package enum Engine: String, Sendable, Hashable, Codable, CaseIterable {
  /// SwiftPM's own.
  case native
  /// Xcode's, which SwiftPM takes unasked from 6.4 on.
  case swiftbuild
}
