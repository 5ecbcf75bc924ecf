package import Base

/// Why a manifest could not be evaluated. Its package is then "unknown": nothing about it may be assumed.
package struct ManifestProblem: Error, Sendable, Hashable {
  package enum Code: String, Sendable, Hashable, CaseIterable {
    /// The compiler or SwiftPM refused the manifest.
    case invalidManifest = "invalid-manifest"
    /// It did not end in time.
    case timedOut = "manifest-timed-out"
    /// What SwiftPM said about it could not be understood.
    case unreadableAnswer = "unreadable-manifest-answer"
    /// It reads files or Git, and its tree is not on disk as it was.
    case needsItsTree = "manifest-needs-its-tree"
    /// It has to be confined, and cannot be.
    case unconfined = "manifest-unconfined"
    /// SwiftPM could not be run at all.
    case toolchainFailed = "toolchain-failed"
    /// The run is being torn down: nothing was found out.
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
