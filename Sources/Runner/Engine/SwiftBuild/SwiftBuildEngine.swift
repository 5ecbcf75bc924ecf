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

  func mends(_ scratch: String, after outcome: BuildRun.Outcome) -> Bool { false }

  /// The engine deletes its own leftovers.
  func tidy(_ scratch: String, _ configuration: String) {}

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
