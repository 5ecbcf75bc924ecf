import Support
import Workspace

extension World {
  /// Where a path that somebody typed leads, relative to the root of the file system.
  func absolutePath(_ bytes: [UInt8]) -> RelativePath {
    if bytes.first == UInt8(ascii: "/") { return RelativePath(bytes) }
    return RelativePath(Array(workingFolder.utf8)).appending(RelativePath(bytes))
  }

  /// The same as text, for system calls that take text.
  func absoluteText(_ bytes: [UInt8]) -> String {
    "/" + String(decoding: absolutePath(bytes).bytes, as: UTF8.self)
  }

  /// The user's cache, by the rules of the XDG base directories; nil when there is no home to put it in.
  var cacheFolder: String? {
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") { return cache + "/ambit" }
    return environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.cache/ambit" : nil }
  }

  /// Where results are kept between runs.
  var storeFolder: String? { cacheFolder.map { $0 + "/store" } }

  var temporaryFolder: String { environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp" }

  func locateToolchain() throws(Failure) -> Toolchain {
    try Failure.wrapping {
      try Toolchain.locate(
        searchPath: environment["PATH"] ?? "", environment: environment, cacheFolder: cacheFolder)
    }
  }
}
