import Base
import Graph

/// Xcode's engine. Every target of a package becomes a target of a project. `out/Products` holds the products, and each
/// test module has its own runner.
struct SwiftBuildEngine: EngineForm {
  let layout: SwiftPMLayout

  private func folders(in scratch: String) -> SwiftBuildFolders { SwiftBuildFolders(scratch, layout) }

  /// The engine plans each root anew, which is cheap. It remembers later stages by their content.
  var planningAnew: String? { nil }

  /// Swift Build of 6.3 refuses several roots.
  var takesManyRoots: Bool { false }

  var leavesOut: Bool { true }

  var scratchPrefix: String { "swiftbuild-" }

  /// The engine prints only how many of its steps are done. So object files that were written are counted.
  func compiled(by output: String, in scratch: String, since start: FileTime) -> Int {
    folders(in: scratch).targets.reduce(0) { $0 + Self.objects(below: $1.path, since: start) }
  }

  private static func objects(below folder: String, since start: FileTime) -> Int {
    LocalFiles.entries(in: folder).reduce(0) { count, entry in
      let path = "\(folder)/\(entry.name)"
      // Objects in `Modules` are made from the module's other objects.
      if entry.isFolder {
        return entry.isLink || entry.name == "Modules" ? count : count + objects(below: path, since: start)
      }
      guard entry.name.hasSuffix(".o"), let times = FileTimes(of: path) else { return count }
      return times.written >= start.nanoseconds ? count + 1 : count
    }
  }

  func recallingFile(in folder: String) -> String? { nil }

  func mends(_ scratch: String, after outcome: BuildRun.Outcome) -> Bool { false }

  /// The engine deletes its own leftovers.
  func tidy(_ scratch: String, _ configuration: String) {}

  /// The plan is readable only for the engine's own service.
  func plannedModules(in scratch: String, _ configuration: String) -> PlannedModules? {
    PlannedModules(lyingIn: productFolder(in: scratch, configuration))
  }

  func proof(of scratch: String, _ configuration: String) -> (any BuildProof)? {
    SwiftBuildProof(scratch: scratch, configuration: configuration, layout)
  }
}

// MARK: Products

extension SwiftBuildEngine {
  private static let runner = "-test-runner"

  /// Returns the target that turns a test module into a program. It exists on every platform, though macOS does not
  /// need it.
  static func runner(of module: String) -> String { "\(module)\(runner)" }

  func testProducts(ofPackage name: String, testModules: [String]) -> [TestProduct] {
    testModules.map { module in
      let file = layout.needsSwiftTest ? layout.testBinary(module) : Self.runner(of: module)
      return TestProduct(
        name: module, file: file, code: layout.needsSwiftTest ? nil : "\(module).so", modules: [module])
    }
  }

  func target(of module: ModuleRun) -> String {
    module.kind == .test ? "\(module.id.name)-product" : module.id.name
  }

  /// A bundle needs only the test module's `-product` target. A program needs the runner's target.
  func testTargets(of package: PackageRun) -> [[String]] {
    package.tests.map { test in
      ["--target", layout.needsSwiftTest ? "\(test.name)-product" : Self.runner(of: test.name)]
    }
  }

  func productFolder(in scratch: String, _ configuration: String) -> String {
    folders(in: scratch).products(configuration)
  }

  func productFolders(in scratch: String) -> [String] { folders(in: scratch).allProducts }

  func isSeen(_ file: String, by package: PackageRun) -> Bool {
    for ending in [Self.runner, ".xctest"] where file.hasSuffix(ending) {
      return package.testModules.contains(String(file.dropLast(ending.utf8.count)))
    }
    return true
  }
}

// MARK: Modules

extension SwiftBuildEngine {
  func outputs(in scratch: String) -> ModuleOutputs {
    let folders = folders(in: scratch)
    var outputs = ModuleOutputs()
    outputs.caches = folders.caches
    for target in folders.targets {
      for module in target.modules { outputs.add(target.path, of: Substring(module)) }
    }
    for folder in folders.allProducts {
      for name in LocalFiles.names(in: folder) {
        let stem = name.prefix { $0 != "." }
        switch SourceFiles.ending(of: name) {
        case "o", "swiftmodule":
          outputs.add("\(folder)/\(name)", of: Substring(ModuleNames.compiled(String(stem))))
        case "bundle", "resources": outputs.bundles.append("\(folder)/\(name)")
        default: break
        }
      }
    }
    return outputs
  }

  /// The engine's plans are readable only for its own service.
  func compilation(of module: String, in scratch: String, _ configuration: String) -> [String]? { nil }

  func interfaces(in scratch: String, _ configuration: String) -> [String: [String]] { [:] }

  func dependencyFolders(in scratch: String, _ configuration: String) -> [String: [String]] {
    let folders = folders(in: LocalFiles.resolved(scratch) ?? scratch)
    let place = folders.place(configuration)
    return folders.targets.filter { $0.configuration == place }.reduce(into: [:]) { folders, target in
      for module in target.modules { folders[module, default: []].append(target.path) }
    }
  }

  /// `…/Core.swiftmodule/x86_64-unknown-linux-gnu.swiftmodule` is the module Core.
  func module(readFrom file: ArraySlice<UInt8>) -> String? {
    let parts = file.split(separator: UInt8(ascii: "/"))
    let names = parts.suffix(2).map { String(decoding: $0, as: UTF8.self) }
    let ending = ".swiftmodule"
    guard names.count == 2, names[1].hasSuffix(ending) else { return nil }
    return String((names[0].hasSuffix(ending) ? names[0] : names[1]).dropLast(ending.utf8.count))
  }
}

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
