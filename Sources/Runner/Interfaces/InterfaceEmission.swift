package import Base
import SwiftSources

/// Compiles one Swift module as its dependents see it. Function bodies are skipped. The compiler writes the module and
/// its symbol graphs.
package struct InterfaceEmission: Sendable {
  package var compiler: SwiftFrontend
  package var module: String
  /// The sources, relative to `workingFolder`. Diagnostics and symbol graphs show these names.
  package var sources: [String]
  package var workingFolder: String
  package var flags: [String]
  /// The compiled modules that it may import, by name. Other modules of the workspace stay invisible.
  package var imports: [String: String]
  /// The cache for modules that Clang compiles.
  package var moduleCache: String
  /// The folder of all outputs.
  package var folder: String
  /// True when macros may declare something. The symbol graph that comes with the module lacks expanded declarations.
  package var expands: Bool

  package init(
    compiler: SwiftFrontend, module: String, sources: [String], workingFolder: String, flags: [String],
    imports: [String: String], moduleCache: String, folder: String, expands: Bool = false
  ) {
    self.compiler = compiler
    self.module = module
    self.sources = sources
    self.workingFolder = workingFolder
    self.flags = flags
    self.imports = imports
    self.moduleCache = moduleCache
    self.folder = folder
    self.expands = expands
  }

  package struct Output: Sendable {
    /// The compiled module.
    package let module: [UInt8]
    package let graphs: [[UInt8]]
    /// The symbol graphs that are read from the compiled module. They are filled only when macros may declare more.
    package let extracted: [[UInt8]]
  }

  package var modulePath: String { "\(folder)/\(module).swiftmodule" }
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

  package var arguments: [String] {
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

  package func run(environment: [String: String]) throws(Failure) -> Output {
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
  package func index(into store: String, units: [String], environment: [String: String]) throws(Failure) {
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
