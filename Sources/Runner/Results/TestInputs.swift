package import Base

/// What the tests of a module, or programs for its build, were seen to look at, for people.
package struct TestInputs: Sendable, Equatable {
  package struct Input: Sendable, Equatable {
    /// A path, as seen from the workspace; an absolute one where it lies outside.
    package let place: String
    /// `content`, `kind`, `names`: what of it was looked at.
    package let aspect: String
    /// `declared` or `undeclared`: whether the module's key holds it.
    package let cover: String
    /// The program that looked at it for the module's build; nil where its tests did.
    package let reader: String?

    package init(place: String, aspect: String, cover: String, reader: String? = nil) {
      self.place = place
      self.aspect = aspect
      self.cover = cover
      self.reader = reader
    }
  }

  package let module: ModuleID
  /// Why it cannot be told what it looks at; nil when it can.
  package let obstacle: String?
  package let inputs: [Input]
  /// Whether programs looked at it for the module's build, rather than its tests.
  package let isOfBuild: Bool

  package init(_ module: ModuleID, obstacle: String? = nil, inputs: [Input] = [], isOfBuild: Bool = false) {
    self.module = module
    self.obstacle = obstacle
    self.inputs = inputs
    self.isOfBuild = isOfBuild
  }
}
