package import Base
package import SwiftSources

/// A package folder with the value of its manifest.
package struct EvaluatedPackage: Sendable {
  package enum Outcome: Sendable, Hashable {
    case known(PackageManifest)
    /// The manifest cannot be evaluated. The text is the compiler's error, or says what could not be read.
    case unknown(String)
    /// A dependency leads to the folder, and there is no package. Some program may make it later, or it lies elsewhere.
    case missing
  }

  package let folder: RelativePath
  package let outcome: Outcome

  package var manifest: PackageManifest? {
    if case .known(let manifest) = outcome { manifest } else { nil }
  }
}
