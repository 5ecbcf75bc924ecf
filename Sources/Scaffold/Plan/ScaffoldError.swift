/// Why no package can be made.
package struct ScaffoldError: Error, Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case invalidName = "invalid-name"
    case nameTaken = "name-taken"
    case nameRule = "name-rule"
    case invalidPath = "invalid-path"
    case excluded = "excluded-folder"
    case unknownTeam = "unknown-team"
    case noOwnerPlace = "no-owner-place"
    case ownerNeeded = "owner-needed"
    case noProduct = "no-product"
    case noTemplate = "unknown-template"
    case noRegistration = "not-registered"
    case invalidTemplate = "invalid-template"
  }

  package let kind: Kind
  package let message: String
  /// A name that may have been meant.
  package let nearest: String?

  package init(_ kind: Kind, _ message: String, nearest: String? = nil) {
    self.kind = kind
    self.message = message
    self.nearest = nearest
  }
}

extension ScaffoldError {
  package init(_ error: TemplateError) { self.init(.invalidTemplate, error.message) }
}
