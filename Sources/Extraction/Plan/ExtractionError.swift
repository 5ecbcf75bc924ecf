/// Why nothing can be said of an extraction.
package struct ExtractionError: Error, Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case invalidName = "invalid-name"
    case nameTaken = "name-taken"
    case invalidPath = "invalid-path"
    case noSources = "no-sources"
    case severalModules = "several-modules"
    case wholeModule = "whole-module"
    case wrongKind = "not-a-library"
    case notIndexed = "not-indexed"
    case staleIndex = "stale-index"
  }

  package let kind: Kind
  package let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
