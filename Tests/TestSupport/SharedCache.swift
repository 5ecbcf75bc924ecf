import Foundation

/// A cache folder that all tests of a process share: what the toolchain has been asked once is not asked again.
package enum SharedCache {
  package static var path: String? { folder?.path }

  /// The variable by which builds find and keep the C modules of the toolchain there. To compile them takes half of a
  /// small build from nothing.
  package static var compiledModules: [String: String] {
    path.map { ["SWIFTPM_TESTS_MODULECACHE": "\($0)/modules"] } ?? [:]
  }

  /// A cache folder for a test alone.
  package static func own() throws -> TemporaryFolder {
    let own = try TemporaryFolder()
    try begin(own.path)
    return own
  }

  /// Lets a test's own cache folder begin with what compilers have said and made so far: what manifests come to, and the modules of
  /// the toolchain. That takes longer than all else that a command does, and is the same for every test.
  package static func begin(_ own: String) throws {
    guard let path else { return }
    let files = FileManager.default
    try files.createDirectory(atPath: "\(own)/ambit", withIntermediateDirectories: true)
    for name in (try? files.contentsOfDirectory(atPath: "\(path)/ambit")) ?? []
    where name.hasSuffix(".pack") || name == "interfaces" {
      try? files.copyItem(atPath: "\(path)/ambit/\(name)", toPath: "\(own)/ambit/\(name)")
    }
  }

  private static let folder: TemporaryFolder? = {
    // What a static property holds is never released.
    atexit { SharedCache.remove() }
    return try? TemporaryFolder()
  }()

  private static func remove() {
    guard let path = folder?.path else { return }
    try? FileManager.default.removeItem(atPath: path)
  }
}
