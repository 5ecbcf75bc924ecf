package import Digests
package import Platform

/// What is told of a state without reading it.
package struct StateSummary: Equatable, Sendable {
  package var line: SHA256Digest
  package var commit: String
  /// Absolute paths.
  package var workspace: String
  package var scratch: String
  package var saved = FileTime(nanoseconds: 0)
  /// The latest time of any file in it.
  package var newest = FileTime(nanoseconds: 0)
  /// Everything in the scratch folder that is no folder.
  package var files = 0
  package var inputs = 0
  /// Of the scratch folder's files.
  package var bytes = 0
  /// What the state takes in the store. States share most of it.
  package var storedBytes = 0
  /// What its save added to the store.
  package var writtenBytes = 0
}

package struct BuildStateEntry: Equatable, Sendable {
  package let key: SHA256Digest
  package let summary: StateSummary
}
