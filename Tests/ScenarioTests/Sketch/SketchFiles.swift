extension WorkspaceSketch {
  /// Every file of the workspace, by path.
  var allFiles: [String: String] {
    var all: [String: String] = [:]
    for package in packages {
      all[package.path("Package.swift")] = package.manifestText
      for target in package.targets { all.merge(package.files(of: target)) { $1 } }
    }
    return all.merging(files) { $1 }
  }
}

extension SketchPackage {
  fileprivate func files(of target: SketchTarget) -> [String: String] {
    var files = [path(target.mainFile): target.mainText]
    if target.kind == .clang { files[path("\(target.folder)/include/\(target.name).h")] = "#pragma once\n" }
    return files
  }

  /// The manifest that SwiftPM would read.
  var manifestText: String {
    if let verbatimManifest { return verbatimManifest }
    let arguments = [
      #"name: "\#(folder.isEmpty ? "root" : folder.split(separator: "/").last.map(String.init) ?? "")""#,
      platforms.isEmpty ? nil : "platforms: [\(platforms.joined(separator: ", "))]",
      "products: [\(allProducts.map(\.text).joined(separator: ", "))]",
      traits.isEmpty ? nil : "traits: [\(traitTexts.joined(separator: ", "))]",
      "dependencies: [\(dependencies.map(Self.dependencyText).joined(separator: ", "))]",
      "targets: [\n\(targets.map { "    \($0.text),\n" }.joined())  ]",
    ].compactMap { $0 }
    let imports = targets.contains { $0.kind == .macro } ? "import CompilerPluginSupport\n" : ""
    return """
      // swift-tools-version: \(toolsVersion)
      \(imports)import PackageDescription
      \(comment.isEmpty ? "" : "// \(comment)")
      let package = Package(
        \(arguments.joined(separator: ",\n  "))
      )

      """
  }

  var allProducts: [SketchProduct] {
    products
      ?? targets.filter { [.library, .clang].contains($0.kind) }.map { SketchProduct($0.name, [$0.name]) }
  }

  private var traitTexts: [String] {
    let named = traits.map { trait in
      let parts = trait.split(separator: ">").map { $0.split(separator: " ").joined() }
      let enabled = parts.dropFirst().map { "\"\($0)\"" }.joined(separator: ", ")
      return #".trait(name: "\#(parts[0])", enabledTraits: [\#(enabled)])"#
    }
    let defaults = defaultTraits.map { "\"\($0)\"" }.joined(separator: ", ")
    return defaultTraits.isEmpty ? named : named + [".default(enabledTraits: [\(defaults)])"]
  }

  private static func dependencyText(_ text: String) -> String {
    let words = text.split(separator: " ").map(String.init)
    if words[0].contains("://") { return #".package(url: "\#(words[0])", from: "\#(words[1])")"# }
    let traits = words.dropFirst().map { "\"\($0.dropFirst())\"" }.joined(separator: ", ")
    let tail = traits.isEmpty ? "" : ", traits: [.defaults, \(traits)]"
    return #".package(path: "\#(words[0])"\#(tail))"#
  }
}

extension SketchProduct {
  fileprivate var text: String {
    let names = targets.map { "\"\($0)\"" }.joined(separator: ", ")
    return #".\#(kind.rawValue)(name: "\#(name)", targets: [\#(names)])"#
  }
}

extension SketchTarget {
  fileprivate var text: String {
    if kind == .system { return #".systemLibrary(name: "\#(name)", path: "\#(folder)")"# }
    if kind == .binary { return #".binaryTarget(name: "\#(name)", path: "\#(folder)")"# }
    func list(_ label: String, _ items: [String]) -> String? {
      items.isEmpty ? nil : "\(label): [\(items.joined(separator: ", "))]"
    }
    func quoted(_ items: [String]) -> [String] { items.map { "\"\($0)\"" } }
    let arguments = [
      #"name: "\#(name)""#, kind == .plugin ? "capability: .buildTool()" : nil,
      list("dependencies", dependencies.map(\.text)), path.map { #"path: "\#($0)""# },
      list("exclude", quoted(exclude)), sources.flatMap { list("sources", quoted($0)) },
      list("resources", resources), list("cSettings", cSettings), list("swiftSettings", swiftSettings),
      list("plugins", plugins.map(Self.pluginText)),
    ]
    return ".\(function)(\(arguments.compactMap { $0 }.joined(separator: ", ")))"
  }

  private var function: String {
    switch kind {
    case .executable: "executableTarget"
    case .test: "testTarget"
    case .plugin: "plugin"
    case .macro: "macro"
    default: "target"
    }
  }

  private static func pluginText(_ plugin: String) -> String {
    let parts = plugin.split(separator: "@")
    let package = parts.count > 1 ? #", package: "\#(parts[1])""# : ""
    return #".plugin(name: "\#(parts[0])"\#(package))"#
  }

  fileprivate var mainText: String {
    switch kind {
    case .clang: "int \(name)_answer(void) { return 42; }\n"
    case .system: "module \(name) [system] { header \"shim.h\" }\n"
    case .binary: "not really an artifact\n"
    default: "func \(name.lowercased())() -> Int { 42 }\n"
    }
  }
}

extension SketchDependency {
  fileprivate var text: String {
    let conditions = [
      platforms.isEmpty ? nil : "platforms: [\(platforms.map { ".\($0)" }.joined(separator: ", "))]",
      traits.isEmpty ? nil : "traits: [\(traits.map { "\"\($0)\"" }.joined(separator: ", "))]",
    ].compactMap { $0 }
    let condition = conditions.isEmpty ? "" : ", condition: .when(\(conditions.joined(separator: ", ")))"
    if let package { return #".product(name: "\#(name)", package: "\#(package)"\#(condition))"# }
    if isTarget { return #".target(name: "\#(name)"\#(condition))"# }
    return condition.isEmpty ? "\"\(name)\"" : #".byName(name: "\#(name)"\#(condition))"#
  }
}
