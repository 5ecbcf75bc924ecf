package import Base

/// The reason why a manifest cannot be evaluated. Its package is then "unknown": any target may be in it.
package struct ManifestProblem: Error, Sendable, Hashable {
  package enum Code: String, Sendable, Hashable, CaseIterable {
    /// The compiler or SwiftPM refused the manifest.
    case invalidManifest = "invalid-manifest"
    /// The manifest did not end in time.
    case timedOut = "manifest-timed-out"
    /// SwiftPM's output about the manifest cannot be decoded.
    case unreadableAnswer = "unreadable-manifest-answer"
    /// The manifest reads files or Git, and the files on disk are not those of its revision.
    case needsItsTree = "manifest-needs-its-tree"
    /// The manifest has to run in a sandbox, and cannot.
    case unconfined = "manifest-unconfined"
    /// SwiftPM could not be run at all.
    case toolchainFailed = "toolchain-failed"
    /// The run is being stopped, so the manifest was not evaluated.
    case stopped
  }

  package let code: Code
  package let file: RelativePath
  package let line: Int?
  package let column: Int?
  /// The first error as the compiler or SwiftPM worded it.
  package let message: String

  package init(
    _ code: Code, file: RelativePath, line: Int? = nil, column: Int? = nil, message: String
  ) {
    self.code = code
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }
}

extension ManifestProblem: CustomStringConvertible {
  /// `Packages/Core/Package.swift:12:7: cannot find 'x' in scope`
  package var description: String {
    let place = [line, column].compactMap { $0.map(String.init) }.joined(separator: ":")
    return "\(file)\(place.isEmpty ? "" : ":" + place): \(message)"
  }
}
