import Platform

/// The environment that manifests are evaluated in.
enum ManifestEnvironment {
  /// The given one, with sets and dictionaries iterating in the same order in every run: a manifest that
  /// lists its targets from one would otherwise differ from itself between base and head.
  static func settled(_ environment: [String: String]) -> [String: String] {
    environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { given, _ in given }
  }

  /// The same with a place for temporary files that goes away with `scratch`: compiler and SwiftPM leave some
  /// behind, SwiftPM its locks, and all when they are interrupted.
  static func compiling(_ environment: [String: String], _ scratch: ScratchFolder?) -> [String: String] {
    guard let scratch else { return environment }
    return environment.merging(["TMPDIR": scratch.path]) { _, own in own }
  }

  /// Where compiled C modules are kept when the home folder, where the compiler keeps them, cannot hold any.
  static func moduleCache(_ environment: [String: String], _ scratch: ScratchFolder) -> [String] {
    if let home = environment["HOME"], LocalFiles.isWritable(home) { return [] }
    return ["-module-cache-path", "\(scratch.path)/modules"]
  }
}
