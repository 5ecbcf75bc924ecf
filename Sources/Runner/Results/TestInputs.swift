package import Base

/// The files that a module's tests, or programs of its build, looked at. The texts are for people.
package struct TestInputs: Sendable, Equatable {
  package struct Input: Sendable, Equatable {
    /// A path from the workspace. Files outside of it have absolute paths.
    package let place: String
    /// The part that was looked at: `content`, `kind` or `names`.
    package let aspect: String
    /// `declared` when the module's key holds the file, else `undeclared`.
    package let cover: String
    /// The program of the build that looked at it. nil when the module's tests did.
    package let reader: String?

    package init(place: String, aspect: String, cover: String, reader: String? = nil) {
      self.place = place
      self.aspect = aspect
      self.cover = cover
      self.reader = reader
    }
  }

  package let module: ModuleID
  /// The reason for which the files are unknown. nil when they are known.
  package let obstacle: String?
  package let inputs: [Input]
  /// True when programs of the module's build looked at the files, rather than its tests.
  package let isOfBuild: Bool

  package init(_ module: ModuleID, obstacle: String? = nil, inputs: [Input] = [], isOfBuild: Bool = false) {
    self.module = module
    self.obstacle = obstacle
    self.inputs = inputs
    self.isOfBuild = isOfBuild
  }
}
