import Base

/// The engine's folders below a scratch folder.
struct SwiftBuildFolders {
  private let root: String
  private let layout: SwiftPMLayout

  init(_ scratch: String, _ layout: SwiftPMLayout) {
    root = "\(scratch)/out"
    self.layout = layout
  }

  /// Returns a name such as `Debug-linux`.
  func place(_ configuration: String) -> String { layout.swiftBuildPlace(configuration) }

  func products(_ configuration: String) -> String { "\(root)/Products/\(place(configuration))" }

  func intermediates(of package: String, _ configuration: String) -> String {
    "\(root)/Intermediates.noindex/\(package)\(Self.build)/\(place(configuration))"
  }

  /// The product folders of all configurations and platforms.
  var allProducts: [String] { Self.folders(in: "\(root)/Products").map { "\(root)/Products/\($0)" } }

  var caches: [String] { ["\(root)/ModuleCache.noindex"] }

  /// The intermediate files of one target.
  struct Target {
    /// A name such as `Debug-linux`.
    let configuration: String
    let path: String
    /// The compiled names of the modules that the files may belong to.
    let modules: Set<String>
  }

  /// `Intermediates.noindex/<package>.build/<configuration>/<target>.build`.
  var targets: [Target] {
    let intermediates = "\(root)/Intermediates.noindex"
    return Self.folders(in: intermediates, ending: Self.build).flatMap { package in
      Self.folders(in: "\(intermediates)/\(package)").flatMap { configuration in
        let folder = "\(intermediates)/\(package)/\(configuration)"
        return Self.folders(in: folder, ending: Self.build).map { target in
          let path = "\(folder)/\(target)"
          return Target(configuration: configuration, path: path, modules: Self.modules(of: target, at: path))
        }
      }
    }
  }

  private static let build = ".build"

  /// An executable's folder has the name of its product. A folder `Modules` inside it names the module of Swift code.
  private static func modules(of target: String, at path: String) -> Set<String> {
    var modules: Set = [ModuleNames.compiled(targetName(target.dropLast(build.utf8.count)))]
    let objects = "\(path)/Objects-normal"
    for architecture in folders(in: objects) {
      for name in LocalFiles.names(in: "\(objects)/\(architecture)/Modules")
      where name.hasSuffix(".swiftmodule") {
        modules.insert(String(name.prefix { $0 != "." }))
      }
    }
    return modules
  }

  /// Returns `gen` for `gen-1EFB2725-testable`, and `Dyn` for `Dyn-product`.
  private static func targetName(_ folder: Substring) -> String {
    for ending in ["-product", "-test-runner"] where folder.hasSuffix(ending) {
      return String(folder.dropLast(ending.utf8.count))
    }
    for ending in ["-testable", "-dynamic"] where folder.hasSuffix(ending) {
      let parts = folder.split(separator: "-", omittingEmptySubsequences: false)
      return parts.dropLast(2).joined(separator: "-")
    }
    return String(folder)
  }

  private static func folders(in folder: String, ending: String = "") -> [String] {
    LocalFiles.entries(in: folder).filter { $0.isFolder && !$0.isLink && $0.name.hasSuffix(ending) }.map(
      \.name)
  }
}
