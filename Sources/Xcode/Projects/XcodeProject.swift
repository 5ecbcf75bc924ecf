package import Base

/// An Xcode project, as its project file describes it. Every path counts from the workspace's root.
package struct XcodeProject: Sendable, Hashable {
  /// The folder of the project: `App/Shop.xcodeproj`.
  package let container: RelativePath
  /// The folder that the project's own paths count from, which is `$(SRCROOT)`.
  package let folder: RelativePath
  package let form: Form
  /// The targets in the order of the file.
  package let targets: [XcodeTarget]
  /// The project-wide configurations, which every target inherits.
  package let configurations: [XcodeConfiguration]
  /// Folders that the project refers to as packages: `XCLocalSwiftPackageReference`, folder and wrapper references in
  /// groups, and synchronised folders. Some of them contain no package.
  package let packageFolders: [RelativePath]
  /// Other projects that the project refers to.
  package let projects: [RelativePath]
  /// All headers that the project lists. Sources of each target find them by name, even if no target has them.
  package let headers: [RelativePath]
  /// A digest of the parts that hold for all targets: configurations of the project, its attributes, its regions. If a
  /// part is unknown, it covers the whole file.
  package let definition: SHA256Digest
  /// Parts of the file that are not understood. A change of the file then selects every target.
  package let unknown: [XcodeProblem]

  package init(
    container: RelativePath, folder: RelativePath, form: Form = .propertyList, targets: [XcodeTarget],
    configurations: [XcodeConfiguration], packageFolders: [RelativePath] = [], projects: [RelativePath] = [],
    headers: [RelativePath] = [], definition: SHA256Digest, unknown: [XcodeProblem] = []
  ) {
    self.container = container
    self.folder = folder
    self.form = form
    self.targets = targets
    self.configurations = configurations
    self.packageFolders = packageFolders
    self.projects = projects
    self.headers = headers
    self.definition = definition
    self.unknown = unknown
  }

  /// The file that holds the project: `App/Shop.xcodeproj/project.pbxproj`.
  package var file: RelativePath { container.appending(form.rawValue) }

  /// The forms of a project file, by its name.
  package enum Form: String, Sendable, Hashable, CaseIterable {
    case propertyList = "project.pbxproj"
    /// The form that Xcode has since 27.2.
    case json = "project.xcproj"
  }
}

/// A set of build settings with a name: `Debug`, `Release`.
package struct XcodeConfiguration: Sendable, Hashable {
  package let name: String
  /// The settings by name with conditions: `CODE_SIGN_ENTITLEMENTS[sdk=macosx*]`. A list has one element for each word.
  package let settings: [String: [String]]
  /// The xcconfig file that the configuration is based on.
  package let base: XcodePath?

  package init(name: String, settings: [String: [String]] = [:], base: XcodePath? = nil) {
    self.name = name
    self.settings = settings
    self.base = base
  }
}

/// A path in the form of a project.
package enum XcodePath: Sendable, Hashable {
  /// The path is below the workspace's root, or beside it with `..` at the front.
  case inTree(RelativePath)
  /// The path is in a folder of the build or of Xcode: a product, the SDK.
  case built(String)
  /// An absolute path.
  case absolute(String)
  /// The path has an unknown variable.
  case unknown(String)

  package var inTree: RelativePath? {
    if case .inTree(let path) = self { path } else { nil }
  }
}
