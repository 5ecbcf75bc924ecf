/// How large an example workspace is and which of the many possible ones it is.
package struct ExampleOptions: Sendable, Hashable {
  /// The smallest workspace that shows every feature once.
  package static let referencePackages = 12
  package static let mostPackages = 20_000
  package static let mostFiles = 2_000_000

  package var packages: Int = referencePackages
  /// Tracked files at the tip of main; nil for as many as the packages need anyway.
  package var files: Int?
  package var seed: UInt64 = 1
}
