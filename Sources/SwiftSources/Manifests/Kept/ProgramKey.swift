import Base

/// All that decides what a manifest compiles to.
struct ProgramKey: Sendable {
  /// What compilers and linkers look at beside their arguments.
  private static let variables: Set<String> = [
    "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "OBJC_INCLUDE_PATH", "LIBRARY_PATH", "LD_LIBRARY_PATH",
    "LD_PRELOAD", "SDKROOT", "DEVELOPER_DIR", "TOOLCHAINS",
  ]
  /// Modules that come with the toolchain: what else is imported could be another one the next time.
  private static let modules: Set<String> = [
    "PackageDescription", "CompilerPluginSupport", "Foundation", "FoundationEssentials", "Dispatch", "Glibc",
    "Musl", "Darwin",
  ]

  private let surroundings: [UInt8]

  init(toolchain: Toolchain, environment: [String: String]) {
    let api = toolchain.manifestAPIFolder
    // The library that programs are linked with is another one when somebody builds the toolchain again.
    let library = LocalFiles.names(in: api).filter { $0.hasPrefix("libPackageDescription.") }.sorted()
      .map { "\($0) \(LocalFiles.stamp(of: "\(api)/\($0)") ?? "")" }
    var writer = ByteWriter()
    writer.values(
      ProgramShelf.formatVersion, toolchain.identity, toolchain.swiftCompiler, library,
      BatchEvaluation.arguments(toolchain, toolchain.version, ""), BatchProgram.harness,
      environment.filter { Self.variables.contains($0.key) })
    surroundings = SHA256.digest(of: writer.bytes).bytes
  }

  func key(of source: ManifestSource) -> SHA256Digest { SHA256.digest(of: surroundings + source.contents) }

  /// Whether the program is worth its place: values of other manifests are kept, and need no program.
  static func isKept(_ source: ManifestSource, _ outline: ManifestOutline) -> Bool {
    ManifestPurity.of(source.contents) == .world && modules.isSuperset(of: outline.modules)
  }
}
