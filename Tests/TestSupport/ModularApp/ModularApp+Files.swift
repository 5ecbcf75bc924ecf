package import Base

@testable package import SwiftSources

extension ModularApp {
  /// Every file by path, without the vendored package's when that is to be a submodule.
  package func files(withVendored: Bool = true) -> [String: String] {
    var files = ["workspace.json": config, "CODEOWNERS": codeOwners, ".gitignore": ".build/\n"]
    for package in packages where withVendored || package.folder != Self.vendored {
      for (path, text) in self.files(of: package) { files["\(package.folder)/\(path)"] = text }
    }
    return files
  }

  /// The files of one package, by their paths in it.
  package func files(of package: Package) -> [String: String] {
    var files = ["Package.swift": manifestText(of: package)]
    for module in package.modules { files[Self.source(of: module)] = Self.text(of: module) }
    return files
  }

  /// The manifests' values, for those who evaluate none.
  package var manifests: [RelativePath: PackageManifest] {
    Dictionary(packages.map { (RelativePath($0.folder), manifest(of: $0)) }) { first, _ in first }
  }

  /// Seen from the package.
  package static func source(of module: Module) -> String {
    let parent = module.kind == .test ? "Tests" : "Sources"
    return "\(parent)/\(module.name)/\(module.name).swift"
  }

  private static func text(of module: Module) -> String {
    module.imports.map { "import \($0)\n" }.joined() + "\nstruct \(module.name)Part {}\n"
  }
}

// MARK: Manifests

extension ModularApp {
  private static func products(of package: Package) -> [Module] {
    package.modules.filter { $0.kind == .library }
  }

  /// The folders of other packages that one names, in order.
  private func named(by package: Package) -> [String] {
    let used = package.modules.flatMap(\.dependencies).map(folder).filter {
      $0 != package.folder && !$0.isEmpty
    }
    return Set(used + package.idle).sorted()
  }

  private static func path(to folder: String, from package: Package) -> String {
    package.folder.split(separator: "/").map { _ in "../" }.joined() + folder
  }

  private func manifestText(of package: Package) -> String {
    let paths = named(by: package).map { "    .package(path: \"\(Self.path(to: $0, from: package))\"),\n" }
    let urls = package.external.map { "    .package(url: \"\($0.url)\", \($0.requirement)),\n" }
    return """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "\(Self.lastComponent(of: package.folder))",
        products: [
      \(Self.products(of: package).map { "    .library(name: \"\($0.name)\", targets: [\"\($0.name)\"]),\n" }.joined())  ],
        dependencies: [
      \((paths + urls).joined())  ],
        targets: [
      \(package.modules.map { targetText(of: $0, in: package) }.joined())  ]
      )

      """
  }

  private func targetText(of module: Module, in package: Package) -> String {
    let function: String
    switch module.kind {
    case .library: function = "target"
    case .executable: function = "executableTarget"
    case .test: function = "testTarget"
    }
    let dependencies = module.dependencies.map { name in
      let folder = folder(of: name)
      let isOwn = folder == package.folder
      return isOwn
        ? "        \"\(name)\",\n"
        : "        .product(name: \"\(name)\", package: \"\(Self.lastComponent(of: folder))\"),\n"
    }
    return """
          .\(function)(
            name: "\(module.name)",
            dependencies: [
      \(dependencies.joined())      ]),

      """
  }

  private func manifest(of package: Package) -> PackageManifest {
    let paths = named(by: package).map { PackageDependency(source: .path(Self.path(to: $0, from: package))) }
    let urls = package.external.map { external in
      PackageDependency(
        source: .sourceControl(location: external.url, requirement: Self.requirement(external.requirement)))
    }
    var manifest = PackageManifest(Self.lastComponent(of: package.folder), ToolsVersion(6, 0))
    manifest.products = Self.products(of: package).map {
      ProductDescription(name: $0.name, kind: .library(.automatic), targets: [$0.name])
    }
    manifest.dependencies = paths + urls
    manifest.targets = package.modules.map { description(of: $0, in: package) }
    return manifest
  }

  private func description(of module: Module, in package: Package) -> TargetDescription {
    let kind: TargetDescription.Kind
    switch module.kind {
    case .library: kind = .regular
    case .executable: kind = .executable
    case .test: kind = .test
    }
    var target = TargetDescription(module.name, kind)
    target.dependencies = module.dependencies.map { name in
      let folder = folder(of: name)
      return TargetDependency(
        folder == package.folder ? .byName(name) : .product(name, package: Self.lastComponent(of: folder)))
    }
    return target
  }

  /// What the requirements that the tests write evaluate to.
  private static func requirement(_ text: String) -> PackageDependency.Requirement {
    let version = text.split(separator: "\"").dropFirst().first.map(String.init) ?? ""
    let numbers = version.split(separator: ".").compactMap { Int($0) }
    if text.hasPrefix("exact") { return .exact(version) }
    if text.hasPrefix("branch") { return .branch(version) }
    if text.hasPrefix("revision") { return .revision(version) }
    return text.hasPrefix(".upToNextMinor")
      ? .range(version, "\(numbers[0]).\(numbers[1] + 1).0") : .range(version, "\(numbers[0] + 1).0.0")
  }

  private static func lastComponent(of folder: String) -> String {
    folder.split(separator: "/").last.map(String.init) ?? folder
  }
}
