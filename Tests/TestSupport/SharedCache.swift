import Foundation

/// A cache folder that all tests of a process share: what the toolchain has been asked once is not asked again.
package enum SharedCache {
  package static var path: String? { folder?.path }

  /// A cache folder for a test alone, in which what manifests come to is known as far as another test has asked: a compiler
  /// takes longer over one than all else that a command does.
  package static func own() throws -> TemporaryFolder {
    let own = try TemporaryFolder()
    guard let path else { return own }
    let files = FileManager.default
    try files.createDirectory(atPath: own.path("ambit"), withIntermediateDirectories: true)
    for name in (try? files.contentsOfDirectory(atPath: "\(path)/ambit")) ?? [] where name.hasSuffix(".pack")
    {
      try? files.copyItem(atPath: "\(path)/ambit/\(name)", toPath: own.path("ambit/\(name)"))
    }
    return own
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
