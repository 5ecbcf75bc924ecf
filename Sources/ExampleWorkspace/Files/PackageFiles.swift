/// The files of one package.
struct PackageFiles {
  let package: ExamplePackage
  /// The length of the longest chain of packages below each package, itself included.
  let depths: [String: Int]

  func all() -> [ExampleFile] {
    var files = [
      ("Package.swift", ManifestText.manifest(of: package)),
      ("README.md", readme),
    ]
    for target in package.targets {
      files += sources(of: target)
      files += ExtraFiles.files(of: target)
    }
    // No target has this file. Tests may read it, so it belongs to the whole package.
    if package.targets.contains(where: { $0.role == .testSupport }) {
      files.append(("Fixtures/sample.json", "{\"package\": \"\(package.name)\"}\n"))
    }
    return files.map { ExampleFile(path: "\(package.path)/\($0.0)", contents: $0.1) }
  }

  private func sources(of target: ExampleTarget) -> [(String, String)] {
    let folder = target.folder
    let text: String
    switch target.role {
    case .main: return MainLibraryText(package: package, target: target, depths: depths).files()
    case .cCode: return CText.files(of: target)
    case .program:
      return [("\(folder)/main.swift", "import \(package.name)\n\nprint(\(package.name)Info.summary())\n")]
    case .tool: return [("\(folder)/main.swift", PluginText.tool)]
    case .plugin: text = PluginText.plugin
    case .models: text = LibraryText.models(target)
    case .appleBridge: text = LibraryText.appleBridge(target)
    case .journal: text = LibraryText.journal(target)
    case .testSupport: text = LibraryText.testSupport(target, of: package)
    case .swiftTests: text = TestText(package: package, target: target, depths: depths).swiftTesting()
    case .xcTests: text = TestText(package: package, target: target, depths: depths).xcTest()
    }
    return [("\(folder)/\(target.name).swift", text)]
  }

  private var readme: String {
    """
    # \(package.name)

    Products: \(package.products.map { "`\($0.name)`" }.joined(separator: ", ")).

    """
  }
}

/// A file of the workspace; the path is relative to its root.
package struct ExampleFile: Sendable, Hashable {
  package var path: String
  package var contents: String
  package var executable = false
}

extension ExampleWorkspace {
  /// Every tracked file at the tip of main, in the order of the packages.
  package func files() -> [ExampleFile] {
    var depths: [String: Int] = [:]
    var files = RootFiles.all
    for package in packages {
      let depth = 1 + (package.dependencies.compactMap { depths[$0.path] }.max() ?? 0)
      depths[package.path] = depth
      files += PackageFiles(package: package, depths: depths).all()
    }
    return files
  }
}
