package import Base

/// A target of a project, with everything in its part of the project file.
package struct XcodeTarget: Sendable, Hashable {
  package let name: String
  package let type: XcodeProductType
  /// The name of the product's file, `Shop.framework`; nil for a target without one.
  package var product: String?
  package var configurations: [XcodeConfiguration] = []
  /// The files of the Sources, Resources, Headers, Copy Files and Rez phases. Frameworks and libraries of the
  /// Frameworks phase count if they lie in the tree. A group of variants counts with every variant, a data model with
  /// its folder.
  package var files: [XcodePath] = []
  /// The synchronised folders. A folder may occur twice: as listed, and with the files that a build phase takes from
  /// it.
  package var folders: [SynchronisedFolder] = []
  /// Products that the Frameworks and Copy Files phases link or embed by the name of their file.
  package var uses: [XcodeProductUse] = []
  package var dependencies: [XcodeDependency] = []
  package var products: [XcodePackageProduct] = []
  package var scripts: [XcodeScript] = []
  /// The flags of single files.
  package var flags: [String] = []
  /// A digest of everything below the target in the project file, with ids replaced by the objects they name. Comments,
  /// ids and the groups of its files do not count.
  package let definition: SHA256Digest
}

/// The kinds of product that make a difference here.
package enum XcodeProductType: String, Sendable, Hashable {
  /// Applications of every platform, App Clips and watch apps too.
  case app
  /// App extensions, extension kits, system extensions, XPC services.
  case appExtension
  case framework
  /// Static and dynamic libraries.
  case library
  case tool
  case unitTests
  case uiTests
  /// A target without a product of its own.
  case aggregate
  /// Bundles and all other products.
  case other

  /// Makes the kind from `productType`: `com.apple.product-type.application`.
  package init(_ identifier: String) {
    let name = identifier.replacing("com.apple.product-type.", with: "")
    switch name {
    case "application", "application.on-demand-install-capable", "application.messages",
      "application.watchapp",
      "application.watchapp2", "application.watchapp2-container":
      self = .app
    case "framework", "framework.static": self = .framework
    case "library.static", "library.dynamic", "objfile", "metal-library": self = .library
    case "tool": self = .tool
    case "bundle.unit-test", "bundle.ocunit-test": self = .unitTests
    case "bundle.ui-testing": self = .uiTests
    default:
      let isExtension = name.contains("extension") || name == "xpc-service"
      self = isExtension ? .appExtension : .other
    }
  }
}

/// A folder whose files belong to targets without being listed (`PBXFileSystemSynchronizedRootGroup`), as seen by one
/// target.
package struct SynchronisedFolder: Sendable, Hashable {
  package let folder: RelativePath
  /// True for a target that lists the folder, and so has all files except the exceptions. Any other target has only the
  /// exceptions.
  package let isMember: Bool
  /// The exceptions with one path.
  package var paths: CaselessPaths = []
  /// The exceptions of the form `/Localized/DIR/NAME`: the file of that name in each `.lproj` folder of DIR.
  package var localised: [LocalisedFile] = []

  package struct LocalisedFile: Sendable, Hashable {
    package let folder: RelativePath
    package let name: String
  }
}

/// A product that a target links or embeds by the name of its file.
package struct XcodeProductUse: Sendable, Hashable {
  /// The name of the file: `ShopKit.framework`.
  package let file: String
  /// True in a Copy Files phase.
  package let isEmbedded: Bool
  /// True for a product of the build that no target of the project makes. Files of the SDK are none.
  package var isForeign = false
  /// The target that makes the product, when the reference is to a product of the same project.
  package var maker: String?
}

/// An entry of a target's `dependencies`.
package enum XcodeDependency: Sendable, Hashable {
  /// A target of the same project, by name.
  case target(String)
  case other(project: RelativePath, target: String)
  /// An entry that leads to no target, with its text.
  case dangling(String)
}

/// A product of a package that a target links, or a plugin that it runs.
package struct XcodePackageProduct: Sendable, Hashable {
  package enum Origin: Sendable, Hashable {
    case local(RelativePath)
    /// The identity of the package, made from its address.
    case remote(String)
    /// The entry names no package. It means a local one with that product, else a remote one.
    case unnamed
  }

  package let name: String
  package let origin: Origin
  package var isPlugin = false
}

/// A shell script phase, or the script of a build rule.
package struct XcodeScript: Sendable, Hashable {
  package let name: String
  package let text: String
  /// The paths as written: `$(SRCROOT)/swiftgen.yml`.
  package var inputs: [String] = []
  package var inputLists: [String] = []
  package var outputs: [String] = []
}

/// An Xcode project, as its project file describes it. Every path counts from the workspace's root.
package struct XcodeProject: Sendable, Hashable {
  /// The folder of the project: `App/Shop.xcodeproj`.
  package let container: RelativePath
  /// The folder that the project's own paths count from, which is `$(SRCROOT)`.
  package let folder: RelativePath
  package var form = Form.propertyList
  /// The targets in the order of the file.
  package let targets: [XcodeTarget]
  /// The project-wide configurations, which every target inherits.
  package let configurations: [XcodeConfiguration]
  /// Folders that the project refers to as packages: `XCLocalSwiftPackageReference`, folder and wrapper references in
  /// groups, and synchronised folders. Some of them contain no package.
  package var packageFolders: [RelativePath] = []
  /// The versions of external packages that the project asks for, by identity, as bytes to compare.
  package var requirements: [String: [UInt8]] = [:]
  /// Other projects that the project refers to.
  package var projects: [RelativePath] = []
  /// All headers that the project lists. Sources of each target find them by name, even if no target has them.
  package var headers: [RelativePath] = []
  /// All synchronised folders. The headers in them count as listed.
  package var headerFolders: [RelativePath] = []
  /// A digest of the parts that hold for all targets: configurations of the project, its attributes, its regions. If a
  /// part is unknown, it covers the whole file.
  package let definition: SHA256Digest
  /// Parts of the file that are not understood. A change of the file then selects every target.
  package var unknown: [XcodeProblem] = []

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
  package var settings: [String: [String]] = [:]
  /// The xcconfig file that the configuration is based on.
  package var base: XcodePath?
}

/// A path in the form of a project.
package enum XcodePath: Sendable, Hashable {
  /// The path is below the workspace's root, or beside it with `..` at the front.
  case inTree(RelativePath)
  /// The path is in a folder of the build or of Xcode: a product, the SDK.
  case built(String)
  case absolute(String)
  /// The path has an unknown variable.
  case unknown(String)

  package var inTree: RelativePath? {
    if case .inTree(let path) = self { path } else { nil }
  }
}
