import Base
import Graph

/// Proof by the project that SwiftPM wrote for the engine, and by the files that the project promises.
struct SwiftBuildProof: BuildProof {
  private let lying: SwiftBuildFolders
  private let configuration: String
  private let folders: [SwiftBuildFolders.Target]
  /// The names of all targets.
  private let targets: Set<String>

  /// nil when there is no project to read.
  init?(scratch: String, configuration: String, _ layout: SwiftPMLayout) {
    guard let bytes = LocalFiles.read("\(scratch)/manifest.pif"), let project = try? JSONParser.parse(bytes),
      let objects = project.arrayValue
    else { return nil }
    let named = objects.filter { $0["type"]?.stringValue == "target" }.compactMap {
      $0["contents"]?["name"]?.stringValue
    }
    targets = Set(named)
    lying = SwiftBuildFolders(scratch, layout)
    self.configuration = configuration
    let place = lying.place(configuration)
    folders = lying.targets.filter { $0.configuration == place }
  }

  func holds(_ module: ModuleRun) -> Bool {
    switch module.kind {
    case .library, .executable: targets.contains(module.id.name) && isMade(module)
    case .test: targets.contains("\(module.id.name)-product") && isMade(module)
    // These are built for the host, or only when they are used.
    case .macro, .plugin, .system, .binary, .unknown: true
    // Xcode builds them.
    case .app, .extension, .framework, .bundle, .uiTest: true
    }
  }

  private func isMade(_ module: ModuleRun) -> Bool {
    let name = ModuleNames.compiled(module.id.name)
    return folders.contains { $0.modules.contains(name) }
  }

  func holds(_ product: TestProduct) -> Bool {
    targets.contains(SwiftBuildEngine.runner(of: product.name))
      && LocalFiles.isFile("\(lying.products(configuration))/\(product.file)")
  }

  /// The runner's source lists the cases that were found after compiling. An unexpected text of it proves nothing.
  func hasNoXCTest(_ product: TestProduct, of package: PackageRun) -> Bool {
    let folder =
      "\(lying.intermediates(of: package.name, configuration))/\(SwiftBuildEngine.runner(of: product.name)).build"
    guard let source = LocalFiles.read("\(folder)/DerivedSources/test_entry_point.swift") else {
      return false
    }
    return Self.listsNothing(String(decoding: source, as: UTF8.self))
  }

  static func listsNothing(_ source: String) -> Bool {
    guard let list = source.range(of: "func __allDiscoveredTests()") else { return false }
    let words = source[list.upperBound...].split(maxSplits: 8, whereSeparator: \.isWhitespace)
    return words.prefix(7) == ["->", "[XCTestCaseEntry]", "{", "return", "[", "]", "}"]
  }
}
