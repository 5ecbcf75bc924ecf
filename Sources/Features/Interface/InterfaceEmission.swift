import Base
import SwiftSources

/// Compiles one Swift module as its dependents see it. Function bodies are skipped. The compiler writes the module and
/// its symbol graphs.
struct InterfaceEmission: Sendable {
  var compiler: SwiftFrontend
  var module: String
  /// The sources, relative to `workingFolder`. Diagnostics and symbol graphs show these names.
  var sources: [String]
  var workingFolder: String
  var flags: [String]
  /// The compiled modules that it may import, by name. Other modules of the workspace stay invisible.
  var imports: [String: String]
  /// The cache for modules that Clang compiles.
  var moduleCache: String
  /// The folder of all outputs.
  var folder: String
  /// True when macros may declare something. The symbol graph that comes with the module lacks expanded declarations.
  var expands = false

  struct Output: Sendable {
    /// The compiled module.
    let module: [UInt8]
    let graphs: [[UInt8]]
    /// The symbol graphs that are read from the compiled module. They are filled only when macros may declare more.
    let extracted: [[UInt8]]
  }

  var modulePath: String { "\(folder)/\(module).swiftmodule" }
  private var graphFolder: String { "\(folder)/graphs" }
  private var mapPath: String { "\(folder)/imports.json" }

  /// The most sources in one command line. Longer lists go into a file.
  private static let mostSources = 500

  /// The compiler's flags that decide which declarations are found, and where.
  private var extractorFlags: [String] {
    let pairs = zip(flags, flags.dropFirst()).filter { Self.searching.contains($0.0) }
    return pairs.flatMap { [$0.0, $0.1] } + flags.filter { $0.hasPrefix("-cxx-interoperability-mode") }
  }

  private static let searching: Set = ["-Xcc", "-sdk", "-target", "-I", "-F", "-swift-version"]

  var arguments: [String] {
    [
      "-frontend", "-emit-module", "-o", modulePath,
      // Bodies from which types are inferred are checked. All other bodies are skipped.
      "-experimental-skip-non-inlinable-function-bodies",
      // Tests may import it with its internal declarations, as after a normal build.
      "-enable-testing", "-emit-symbol-graph",
      "-emit-symbol-graph-dir", graphFolder, "-symbol-graph-minimum-access-level", "package",
      "-symbol-graph-skip-synthesized-members", "-symbol-graph-skip-inherited-docs",
    ] + common
  }

  private var common: [String] {
    [
      "-module-name", module, "-suppress-warnings", "-explicit-swift-module-map-file", mapPath,
      "-module-cache-path", moduleCache,
    ] + (sources.contains { $0 == "main.swift" || $0.hasSuffix("/main.swift") } ? [] : ["-parse-as-library"])
      + compiler.pluginFlags + flags
  }

  func run(environment: [String: String]) throws(Failure) -> Output {
    guard LocalFiles.makeFolders(graphFolder) else { throw unwritable }
    try compile(arguments, environment)
    guard let module = LocalFiles.read(modulePath) else {
      throw Failure.interface("the compiler wrote no module")
    }
    return Output(
      module: module, graphs: try read(graphFolder),
      extracted: expands ? try extract(environment) : [])
  }

  /// Type-checks the module with its bodies, and writes its index to `store`. `units` names one unit for each source.
  func index(into store: String, units: [String], environment: [String: String]) throws(Failure) {
    let list = "\(folder)/units"
    guard LocalFiles.makeFolders(folder),
      LocalFiles.write(Array(units.joined(separator: "\n").utf8), to: list)
    else { throw unwritable }
    try compile(
      [
        "-frontend", "-typecheck", "-index-store-path", store, "-index-ignore-clang-modules",
        "-index-unit-output-path-filelist", list,
      ] + common, environment)
  }

  private func compile(_ arguments: [String], _ environment: [String: String]) throws(Failure) {
    guard LocalFiles.write(map, to: mapPath) else { throw unwritable }
    var files = sources
    if files.count > Self.mostSources {
      let list = "\(folder)/sources"
      let lines = files.map { "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }
      guard LocalFiles.write(Array(lines.joined(separator: "\n").utf8), to: list) else { throw unwritable }
      files = ["@\(list)"]
    }
    try start(compiler.executable, arguments + files, environment)
  }

  private func start(
    _ executable: String, _ arguments: [String], _ environment: [String: String]
  ) throws(Failure) {
    let command = Command(
      executable: executable, arguments: arguments, environment: environment, workingFolder: workingFolder)
    let output: ProcessOutput
    do throws(Failure) { output = try command.run(outputLimit: 1 << 20) } catch {
      let isStopped = ProcessSupervisor.shared.isStopped
      throw isStopped ? .stopped : Failure.interface("the compiler cannot be started: \(error.message)")
    }
    guard output.status.isSuccess else { throw Failure.interface(Self.firstError(in: output.stderrText)) }
  }

  private func read(_ folder: String) throws(Failure) -> [[UInt8]] {
    let graphs = LocalFiles.names(in: folder).sorted().filter { $0.hasSuffix(".symbols.json") }
    let read = graphs.compactMap { LocalFiles.read("\(folder)/\($0)") }
    guard read.count == graphs.count, graphs.contains("\(module).symbols.json") else {
      throw Failure.interface("the compiler wrote no symbol graph")
    }
    return read
  }

  private func extract(_ environment: [String: String]) throws(Failure) -> [[UInt8]] {
    guard let extractor = compiler.extractor else {
      throw Failure.interface("it may use macros, and the toolchain has no \"swift-symbolgraph-extract\"")
    }
    let output = "\(folder)/extracted"
    guard LocalFiles.makeFolders(output) else { throw unwritable }
    let folders = Set(imports.values.map(LocalFiles.folder(of:))).sorted()
    try start(
      extractor,
      [
        "-module-name", module, "-output-dir", output, "-minimum-access-level", "package",
        "-skip-synthesized-members", "-skip-inherited-docs", "-module-cache-path", moduleCache,
      ] + (folders + [folder]).flatMap { ["-I", $0] } + extractorFlags, environment)
    return try read(output)
  }

  private var unwritable: Failure { .interface("cannot write to \"\(folder)\"") }

  private var map: [UInt8] {
    let modules = imports.sorted { $0.key < $1.key }.map { name, path -> JSON in
      ["moduleName": name, "modulePath": path, "isFramework": false]
    }
    return Array(modules.compactJSON.utf8)
  }

  private static func firstError(in text: String) -> String {
    let lines = text.split(separator: "\n")
    let line = lines.first { $0.contains("error:") } ?? lines.first ?? "(no message)"
    return "the compiler says: \(line)"
  }
}

/// The compiler flags by which a manifest decides the declarations that a Swift target offers.
///
/// A setting with an unknown meaning is an error. Other flags than those of the build would give another interface.
struct SwiftModuleFlags: Sendable, Hashable {
  let arguments: [String]

  /// The settings of Swift that change neither names nor types.
  private static let harmless: Set = ["treatAllWarnings", "treatWarning", "enableWarning", "disableWarning"]

  /// `enabled` holds the enabled traits.
  init(
    _ package: PackageManifest, identity: String, _ target: TargetDescription, configuration: String,
    platform: String,
    traits enabled: Set<String>
  ) throws(Failure) {
    var mode = Self.languageMode(of: package)
    var arguments = ["-DSWIFT_PACKAGE"] + (configuration == "debug" ? ["-DDEBUG"] : [])
    arguments += enabled.sorted().map { "-D\($0)" }
    if target.packageAccess, package.toolsVersion >= ToolsVersion(5, 9) {
      arguments += ["-package-name", Self.identifier(identity)]
    }
    for setting in target.settings where setting.tool == "swift" {
      let condition = setting.condition
      guard condition.platforms.isEmpty || condition.platforms.contains(platform.lowercased()),
        condition.configuration == nil || condition.configuration == configuration,
        condition.traits.isEmpty || !enabled.isDisjoint(with: condition.traits)
      else { continue }
      switch setting.name {
      case "define": arguments += setting.values.map { "-D\($0)" }
      case "enableUpcomingFeature": arguments += setting.values.flatMap { ["-enable-upcoming-feature", $0] }
      case "enableExperimentalFeature":
        arguments += setting.values.flatMap { ["-enable-experimental-feature", $0] }
      case "swiftLanguageMode", "swiftLanguageVersion": mode = setting.values.first ?? mode
      case "strictMemorySafety": arguments.append("-strict-memory-safety")
      case "defaultIsolation": arguments += setting.values.flatMap { ["-default-isolation", $0] }
      case "unsafeFlags": arguments += Self.frontend(setting.values)
      case "interoperabilityMode":
        if setting.values.contains(where: { $0.lowercased() == "cxx" }) {
          arguments.append("-cxx-interoperability-mode=default")
        }
      case let name where Self.harmless.contains(name): break
      default:
        throw Failure.interface("its setting \"\(setting.name)\" is not supported")
      }
    }
    if target.dependencies.contains(where: { !$0.moduleAliases.isEmpty }) {
      throw Failure.interface("it renames modules (moduleAliases)")
    }
    self.arguments = arguments + ["-swift-version", mode]
  }

  /// Removes `-Xfrontend`, by which the driver passes flags on. Here the compiler gets them directly.
  static func frontend(_ words: [String]) -> [String] { words.filter { $0 != "-Xfrontend" } }

  /// Returns the highest mode up to 6 that the manifest names, else the mode of its tools version.
  private static func languageMode(of package: PackageManifest) -> String {
    let named = package.languageModes?.compactMap { Int($0.prefix { $0 != "." }) }.filter { $0 <= 6 }.max()
    return String(named ?? min(max(package.toolsVersion.major, 4), 6))
  }

  private static func identifier(_ identity: String) -> String {
    String(identity.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }
}

/// The compiler that the driver starts. Calling it directly saves a third of the time for a small module.
struct SwiftFrontend: Sendable, Hashable {
  let executable: String
  /// The program that writes the symbol graph of a compiled module. nil when the toolchain has none.
  let extractor: String?
  /// The flags by which the driver tells the compiler the places of the toolchain's macros.
  let pluginFlags: [String]

  /// Finds the compiler of the toolchain to which the `swiftc` at `compiler` belongs. Without it the driver is called,
  /// which also understands `-frontend`.
  init(beside compiler: String) {
    let bin = LocalFiles.folder(of: compiler)
    let proper = "\(bin)/swift-frontend"
    executable = Executables.isExecutable(proper) ? proper : compiler
    let extractor = "\(bin)/swift-symbolgraph-extract"
    self.extractor = Executables.isExecutable(extractor) ? extractor : nil
    let usr = LocalFiles.folder(of: bin)
    let host = "\(usr)/lib/swift/host"
    let server = ["so", "dylib"].map { "\(host)/libSwiftInProcPluginServer.\($0)" }.first(
      where: { LocalFiles.exists($0) })
    pluginFlags =
      (server.map { ["-in-process-plugin-server-path", $0] } ?? [])
      + ["\(host)/plugins", "\(host)/plugins/testing", "\(usr)/local/lib/swift/host/plugins"].flatMap {
        ["-plugin-path", $0]
      }
  }
}
