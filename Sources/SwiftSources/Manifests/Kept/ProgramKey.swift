import Base

/// All that decides the compiled program of a manifest.
struct ProgramKey: Sendable {
  /// Variables that compilers and linkers read besides their arguments.
  private static let variables: Set<String> = [
    "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "OBJC_INCLUDE_PATH", "LIBRARY_PATH", "LD_LIBRARY_PATH",
    "LD_PRELOAD", "SDKROOT", "DEVELOPER_DIR", "TOOLCHAINS",
  ]
  /// Modules that come with the toolchain. Any other module may be a different one in the next run.
  private static let modules: Set<String> = [
    "PackageDescription", "CompilerPluginSupport", "Foundation", "FoundationEssentials", "Dispatch", "Glibc",
    "Musl", "Darwin",
  ]

  private let surroundings: [UInt8]

  init(toolchain: Toolchain, environment: [String: String]) {
    let api = toolchain.manifestAPIFolder
    // The library that programs are linked with is a new file when the toolchain is built again.
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

  /// Returns true when keeping the program saves time. Values of other manifests are cached, and need no program.
  static func isKept(_ source: ManifestSource, _ outline: ManifestOutline) -> Bool {
    ManifestPurity.of(source.contents) == .world && modules.isSuperset(of: outline.modules)
  }
}
