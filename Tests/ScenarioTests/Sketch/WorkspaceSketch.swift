/// A workspace in few words, from which manifests and files are written.
///
/// It is the tests' own model: it shares no type with the product.
struct WorkspaceSketch: Sendable, Hashable {
  var packages: [SketchPackage]
  /// Files beyond those that packages and targets bring along, by path.
  var files: [String: String]

  init(_ packages: [SketchPackage], files: [String: String] = [:]) {
    self.packages = packages
    self.files = files
  }

  subscript(_ folder: String) -> SketchPackage {
    get { packages.first { $0.folder == folder } ?? SketchPackage(folder) }
    set {
      if let index = packages.firstIndex(where: { $0.folder == folder }) { packages[index] = newValue }
    }
  }

  mutating func remove(_ folder: String) {
    packages.removeAll { $0.folder == folder }
  }

  /// `Core:CoreTests` for each target; `:Name` in the workspace's root folder.
  var moduleIDs: [String] {
    packages.flatMap { package in package.targets.map { "\(package.folder):\($0.name)" } }.sorted()
  }

  func with(files more: [String: String]) -> WorkspaceSketch {
    WorkspaceSketch(packages, files: files.merging(more) { $1 })
  }

  func with(_ edit: (inout WorkspaceSketch) -> Void) -> WorkspaceSketch {
    var copy = self
    edit(&copy)
    return copy
  }
}

struct SketchPackage: Sendable, Hashable {
  /// Relative to the workspace; empty for its root.
  var folder: String
  var toolsVersion = "6.0"
  var comment = ""
  /// Verbatim: `.macOS(.v14)`.
  var platforms: [String] = []
  /// `../Core`, `../Core +Fancy` to switch a trait on, `https://host/name.git 1.2.3`.
  var dependencies: [String]
  /// nil: one library for each library target.
  var products: [SketchProduct]?
  var targets: [SketchTarget]
  /// `Fancy`, or `Fancy > Other` when it switches others on.
  var traits: [String] = []
  var defaultTraits: [String] = []
  /// Stands in the place of the manifest that the rest describes.
  var verbatimManifest: String?

  init(
    _ folder: String, on dependencies: [String] = [], products: [SketchProduct]? = nil,
    _ targets: [SketchTarget] = []
  ) {
    self.folder = folder
    self.dependencies = dependencies
    self.products = products
    self.targets = targets
  }

  subscript(_ target: String) -> SketchTarget {
    get { targets.first { $0.name == target } ?? SketchTarget(.library, target) }
    set {
      if let index = targets.firstIndex(where: { $0.name == target }) { targets[index] = newValue }
    }
  }

  func path(_ relative: String) -> String {
    folder.isEmpty ? relative : relative.isEmpty ? folder : "\(folder)/\(relative)"
  }
}

struct SketchProduct: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable { case library, executable, plugin }

  var kind = Kind.library
  var name: String
  var targets: [String]

  init(_ name: String, _ targets: [String], kind: Kind = .library) {
    self.name = name
    self.targets = targets
    self.kind = kind
  }
}

struct SketchTarget: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable {
    case library, clang, executable, test, plugin, macro, system, binary
  }

  var kind: Kind
  var name: String
  var dependencies: [SketchDependency]
  var path: String?
  var exclude: [String] = []
  var sources: [String]?
  /// Verbatim: `.copy("Data")`.
  var resources: [String] = []
  /// Verbatim: `.headerSearchPath("../Other")`.
  var cSettings: [String] = []
  /// Verbatim: `.define("FAST")`.
  var swiftSettings: [String] = []
  /// `Generate`, or `Generate@tools` from another package.
  var plugins: [String] = []

  init(_ kind: Kind, _ name: String, _ dependencies: [SketchDependency] = [], path: String? = nil) {
    self.kind = kind
    self.name = name
    self.dependencies = dependencies
    self.path = path
  }

  static func library(_ name: String, _ dependencies: [SketchDependency] = []) -> SketchTarget {
    SketchTarget(.library, name, dependencies)
  }

  static func test(_ name: String, _ dependencies: [SketchDependency] = []) -> SketchTarget {
    SketchTarget(.test, name, dependencies)
  }

  static func executable(_ name: String, _ dependencies: [SketchDependency] = []) -> SketchTarget {
    SketchTarget(.executable, name, dependencies)
  }

  func with(_ edit: (inout SketchTarget) -> Void) -> SketchTarget {
    var copy = self
    edit(&copy)
    return copy
  }

  /// Relative to the package.
  var folder: String {
    if let path { return path }
    switch kind {
    case .test: return "Tests/\(name)"
    case .plugin: return "Plugins/\(name)"
    default: return "Sources/\(name)"
    }
  }

  /// The file that every target has, relative to the package.
  var mainFile: String {
    switch kind {
    case .clang: "\(folder)/\(name).c"
    case .system: "\(folder)/module.modulemap"
    case .binary: "\(folder)/\(name).txt"
    default: "\(folder)/\(name).swift"
    }
  }
}

/// `"Core"` is a name alone, `"target:Core"` a target of the package, `"Core@core"` a product of a
/// package; `?linux,macOS` limits it to platforms, `?trait:Fancy` to a trait.
struct SketchDependency: Sendable, Hashable, ExpressibleByStringLiteral {
  var name: String
  var package: String?
  var isTarget = false
  /// Lower case.
  var platforms: [String] = []
  var traits: [String] = []

  init(_ text: String) {
    var name = text
    if let mark = name.firstIndex(of: "?") {
      let condition = name[name.index(after: mark)...]
      if condition.hasPrefix("trait:") {
        traits = condition.dropFirst(6).split(separator: ",").map(String.init)
      } else {
        platforms = condition.split(separator: ",").map(String.init)
      }
      name = String(name[..<mark])
    }
    if let at = name.firstIndex(of: "@") {
      package = String(name[name.index(after: at)...])
      name = String(name[..<at])
    }
    if name.hasPrefix("target:") {
      isTarget = true
      name.removeFirst(7)
    }
    self.name = name
  }

  init(stringLiteral text: String) {
    self.init(text)
  }
}
