/// The names of the files that make a folder a package.
package enum PackageFile {
  package static let manifest = "Package.swift"
  package static let lockfile = "Package.resolved"
  /// Files that SwiftPM reads in the root package of a build alone.
  package static let rootSettings = [
    ".swiftpm/configuration/mirrors.json", ".swiftpm/configuration/registries.json",
  ]

  /// Returns true for the name of a manifest: `Package.swift` or `Package@swift-6.0.swift`.
  package static func isManifest(_ name: ArraySlice<UInt8>) -> Bool {
    name.elementsEqual(manifest.utf8)
      || (name.starts(with: "Package@swift-".utf8) && name.suffix(6).elementsEqual(".swift".utf8))
  }
}
