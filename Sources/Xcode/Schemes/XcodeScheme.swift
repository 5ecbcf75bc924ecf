package import Base

/// A target as schemes and plans name it.
package struct XcodeTargetReference: Sendable, Hashable {
  /// The project that has it, `App/Shop.xcodeproj`, or the folder of a package.
  package let container: RelativePath
  package let name: String

  package init(container: RelativePath, name: String) {
    self.container = container
    self.name = name
  }
}

/// A scheme: the targets it builds, and the bundles that its tests run.
package struct XcodeScheme: Sendable, Hashable {
  package struct Testable: Sendable, Hashable {
    package let target: XcodeTargetReference
    package let isSkipped: Bool

    package init(_ target: XcodeTargetReference, isSkipped: Bool = false) {
      self.target = target
      self.isSkipped = isSkipped
    }
  }

  package let file: RelativePath
  package let name: String
  /// The project, workspace, or folder of a package, that the scheme stands in.
  package let container: RelativePath
  package let builds: [XcodeTargetReference]
  /// The bundles that the scheme lists itself. They count only without a plan.
  package let testables: [Testable]
  /// The default plan is the first.
  package let plans: [RelativePath]
  /// True for `shouldAutocreateTestPlan`: Xcode makes a plan where the scheme names none, and decides itself what is in it.
  package let makesPlan: Bool
  /// The value of `buildImplicitDependencies`; true where the scheme does not say.
  package let buildsImplicitDependencies: Bool
  /// A digest of all that the scheme says.
  package let definition: SHA256Digest

  package init(
    file: RelativePath, name: String, container: RelativePath, builds: [XcodeTargetReference] = [],
    testables: [Testable] = [], plans: [RelativePath] = [], makesPlan: Bool = false,
    buildsImplicitDependencies: Bool = true, definition: SHA256Digest
  ) {
    self.file = file
    self.name = name
    self.container = container
    self.builds = builds
    self.testables = testables
    self.plans = plans
    self.makesPlan = makesPlan
    self.buildsImplicitDependencies = buildsImplicitDependencies
    self.definition = definition
  }
}

extension XcodeScheme {
  /// The folder that the paths of the scheme, and of its plans, count from.
  package var base: RelativePath { container.isXcodeContainer ? container.parent : container }
}

/// A test plan.
package struct XcodeTestPlan: Sendable, Hashable {
  package struct Entry: Sendable, Hashable {
    package let target: XcodeTargetReference
    package let isEnabled: Bool
    /// A digest of all that the entry says.
    package let definition: SHA256Digest
    /// The bytes of the entry in the file.
    package let span: Range<Int>

    package init(_ target: XcodeTargetReference, isEnabled: Bool, definition: SHA256Digest, span: Range<Int>)
    {
      self.target = target
      self.isEnabled = isEnabled
      self.definition = definition
      self.span = span
    }
  }

  package let file: RelativePath
  package let entries: [Entry]
  /// A digest of all but the entries: configurations, default options, targets whose code is covered.
  package let definition: SHA256Digest

  package init(file: RelativePath, entries: [Entry], definition: SHA256Digest) {
    self.file = file
    self.entries = entries
    self.definition = definition
  }

  /// The name that `-testPlan` takes.
  package var name: String {
    String(decoding: file.lastComponent, as: UTF8.self).replacing(".xctestplan", with: "")
  }
}

/// A workspace: the projects and packages that it shows.
package struct XcodeWorkspace: Sendable, Hashable {
  /// `Shop.xcworkspace`.
  package let container: RelativePath
  /// The references in order: projects, folders of packages, other files.
  package let references: [XcodePath]

  package init(container: RelativePath, references: [XcodePath]) {
    self.container = container
    self.references = references
  }
}
