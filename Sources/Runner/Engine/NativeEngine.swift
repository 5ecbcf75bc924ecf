import Base
import Graph

/// SwiftPM's own engine. It plans for llbuild, and compiles modules to `<platform>/<configuration>/Core.build`. It links
/// one test product for each package.
struct NativeEngine: EngineForm {
  let layout: SwiftPMLayout

  /// A remembered plan goes stale without an error. A module whose folder was empty at first is left out for ever. New
  /// root packages are left out too.
  var planningAnew: String? { "--disable-build-manifest-caching" }

  var takesManyRoots: Bool { true }

  var leavesOut: Bool { false }

  var scratchPrefix: String { "" }

  func compiled(by output: String, in scratch: String, since start: FileTime) -> Int {
    output.utf8.split(separator: UInt8(ascii: "\n")).count { line in
      guard line.first == UInt8(ascii: "["), let found = Substring(line).range(of: "] Compiling ") else {
        return false
      }
      // Each build prints `Compiling plugin Names` for each plugin, even when the plugin is up to date.
      let what = Substring(line)[found.upperBound...]
      return !what.hasPrefix("plugin ") || what.contains(".")
    }
  }

  func mends(_ scratch: String, after outcome: BuildRun.Outcome) -> Bool {
    PluginDatabase.separate(in: scratch, after: outcome)
  }

  func tidy(_ scratch: String, _ configuration: String) {
    PluginDatabase.share(in: scratch)
    StrayResources(layout).sweep(scratch: scratch, configuration: configuration)
  }

  func plannedModules(in scratch: String, _ configuration: String) -> PlannedModules? {
    guard let place = NativeProof.place(of: scratch, configuration),
      let plan = LocalFiles.read("\(scratch)/\(configuration).yaml")
    else { return nil }
    return PlannedModules(plan, in: place)
  }

  func proof(of scratch: String, _ configuration: String) -> (any BuildProof)? {
    NativeProof(scratch: scratch, configuration: configuration, layout)
  }
}

// MARK: Products

extension NativeEngine {
  /// Returns SwiftPM's name of the executable that holds all test modules.
  static func testProduct(of package: String) -> String { "\(package)PackageTests" }

  func testProducts(ofPackage name: String, testModules: [String]) -> [TestProduct] {
    let product = Self.testProduct(of: name)
    return [TestProduct(name: product, file: layout.testBinary(product), modules: testModules)]
  }

  func target(of module: ModuleRun) -> String { module.id.name }

  func testTargets(of package: PackageRun) -> [[String]] {
    [["--product", Self.testProduct(of: package.name)]]
  }

  func productFolder(in scratch: String, _ configuration: String) -> String { "\(scratch)/\(configuration)" }

  func productFolders(in scratch: String) -> [String] {
    LocalFiles.entries(in: scratch).filter { $0.isFolder && !$0.isLink }.flatMap { platform in
      ["debug", "release"].map { "\(scratch)/\(platform.name)/\($0)" }.filter(LocalFiles.isFolder)
    }
  }

  func isSeen(_ file: String, by package: PackageRun) -> Bool {
    switch SourceFiles.ending(of: file) {
    case "xctest": file == "\(Self.testProduct(of: package.name)).xctest"
    case "product", "build": false
    default: true
    }
  }
}

// MARK: Modules

extension NativeEngine {
  func outputs(in scratch: String) -> ModuleOutputs {
    var outputs = ModuleOutputs()
    for folder in productFolders(in: scratch) {
      outputs.caches.append("\(folder)/ModuleCache")
      for name in LocalFiles.names(in: folder) {
        if name.hasSuffix(".build") { outputs.add("\(folder)/\(name)", of: Self.module(of: name)) }
        if name.hasSuffix(layout.resourceEnding) { outputs.bundles.append("\(folder)/\(name)") }
      }
      for modules in ["\(folder)/Modules", "\(folder)/Modules-tool"] {
        for name in LocalFiles.names(in: modules) {
          outputs.add("\(modules)/\(name)", of: Self.module(of: name))
        }
      }
    }
    return outputs
  }

  /// The ending of names of outputs that are built for the host.
  static let hostEnding = "-tool"

  /// `Core.swiftmodule`, `Core.build` and `Core-tool.build` belong to `Core`. The host's build adds `-tool`.
  static func module(of name: String) -> Substring {
    let stem = name.prefix { $0 != "." }
    return stem.hasSuffix(hostEnding) ? stem.dropLast(hostEnding.count) : stem
  }

  func dependencyFolders(in scratch: String, _ configuration: String) -> [String: [String]] {
    guard let folder = LocalFiles.resolved(productFolder(in: scratch, configuration)) else { return [:] }
    let names = LocalFiles.names(in: folder).filter { $0.hasSuffix(".build") }
    return Dictionary(grouping: names) { String(Self.module(of: $0)) }.mapValues {
      $0.map { "\(folder)/\($0)" }
    }
  }

  /// SwiftPM writes the list of a module's sources again when it is missing, and then calls the compiler.
  func recallingFile(in folder: String) -> String? {
    // SwiftPM's own modules list the cases of tests. They use nothing but the test modules that they name.
    let isGenerated = LocalFiles.isFolder("\(folder.dropLast(".build".count)).derived")
    return isGenerated ? nil : "\(folder)/sources"
  }

  /// `…/Modules/Core.swiftmodule` is the module Core.
  func module(readFrom file: ArraySlice<UInt8>) -> String? {
    let ending = ".swiftmodule".utf8
    guard file.suffix(ending.count).elementsEqual(ending) else { return nil }
    let stem = file.dropLast(ending.count)
    let name = stem.suffix(stem.reversed().prefix { $0 != UInt8(ascii: "/") }.count)
    return String(decoding: name, as: UTF8.self)
  }
}

/// The compiler calls that SwiftPM planned, and the files that a module offers to its dependents.
extension NativeEngine {
  func compilation(of module: String, in scratch: String, _ configuration: String) -> [String]? {
    guard let plan = LocalFiles.read("\(scratch)/\(configuration).yaml"),
      let place = LocalFiles.resolved(productFolder(in: scratch, configuration))
    else { return nil }
    let output = Array("\(place)/Modules/\(module).swiftmodule\"".utf8)
    var isWanted = false
    for line in plan.split(separator: UInt8(ascii: "\n")) {
      let line = line.drop { $0 == UInt8(ascii: " ") }
      if line.starts(with: "outputs: [".utf8) {
        isWanted = line.contains(output)
      } else if isWanted, line.starts(with: "args: ".utf8) {
        // Lists of this file are JSON.
        let list = try? JSONParser.parse(Array(line.dropFirst("args: ".utf8.count)))
        return (list?.arrayValue?.compactMap(\.stringValue)).flatMap { Self.hasMadeSources($0) ? nil : $0 }
      }
    }
    return nil
  }

  /// True when plugins wrote some of the sources, or the list of sources cannot be read.
  private static func hasMadeSources(_ words: [String]) -> Bool {
    words.filter { $0.hasPrefix("@") }.contains { list in
      guard let sources = LocalFiles.read(String(list.dropFirst())) else { return true }
      return sources.contains("/plugins/outputs/".utf8)
    }
  }

  func interfaces(in scratch: String, _ configuration: String) -> [String: [String]] {
    let folder = productFolder(in: scratch, configuration)
    var found: [String: [String]] = [:]
    for name in LocalFiles.names(in: "\(folder)/Modules") {
      guard let module = name.split(separator: ".").first, name.hasSuffix(".swiftmodule") else { continue }
      found[String(module), default: []].append("\(folder)/Modules/\(name)")
    }
    for name in LocalFiles.names(in: folder) where name.hasSuffix(".build") {
      let build = "\(folder)/\(name)"
      let module = String(Self.module(of: name))
      let header = "\(build)/include/\(module)-Swift.h"
      for file in ["\(build)/module.modulemap", header] where LocalFiles.isFile(file) {
        found[module, default: []].append(file)
      }
    }
    return found
  }
}
