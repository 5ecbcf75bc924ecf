package import Arguments
package import Base
import Store
package import SwiftSources

extension World {
  /// Returns a typed path relative to the root of the file system.
  package func absolutePath(_ bytes: [UInt8]) -> RelativePath {
    if bytes.first == UInt8(ascii: "/") { return RelativePath(entered(bytes)) }
    return RelativePath(Array(workingFolder.utf8)).appending(RelativePath(bytes))
  }

  /// Returns the same path, with links in its folders followed. The last name stays: Git may know it as a link, or it
  /// may be new.
  package func resolvedPath(_ bytes: [UInt8]) -> RelativePath {
    let path = absolutePath(bytes)
    guard let text = String(validating: path.bytes, as: UTF8.self), let slash = text.lastIndex(of: "/"),
      let folder = LocalFiles.resolved("/\(text[..<slash])")
    else { return path }
    return RelativePath(Array(folder.utf8)).appending(RelativePath(Array(text[slash...].dropFirst().utf8)))
  }

  /// Returns the same path as text, for system calls that take text.
  package func absoluteText(_ bytes: [UInt8]) -> String {
    "/" + String(decoding: absolutePath(bytes).bytes, as: UTF8.self)
  }

  /// Returns the world as if started in that folder, so that typed paths start there, as with `git -C`.
  package func entering(_ directory: Argument?) throws(Failure) -> World {
    guard let directory else { return self }
    guard String(validating: directory.bytes, as: UTF8.self) != nil else {
      throw Failure(
        code: "unsupported-path", message: "the path of the folder \(directory.quoted) is not UTF-8",
        hints: ["move the repository; only paths inside of it may have other bytes"])
    }
    guard let real = LocalFiles.resolved(absoluteText(directory.bytes)).map(entered),
      LocalFiles.isFolder(real)
    else {
      throw Failure(
        code: "no-such-folder", message: "there is no folder \(directory.quoted)",
        hints: ["-C takes a folder inside the workspace"])
    }
    var world = self
    world.workingFolder = real
    return world
  }

  /// The user's cache folder, by the XDG rules, else the place where macOS keeps caches. nil without a home folder.
  package var cacheFolder: String? {
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") { return cache + "/ambit" }
    let caches = HostPlatform.name == "macos" ? "Library/Caches" : ".cache"
    return environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/\(caches)/ambit" : nil }
  }

  /// Refuses a link in place of the cache or of a folder in it. Another user might want files written to its target.
  package func refusePlantedLinks() throws(Failure) {
    guard let folder = cacheFolder else { return }
    let inside = LocalFiles.entries(in: folder).filter(\.isLink).map { "\(folder)/\($0.name)" }.min()
    guard let link = LocalFiles.isLink(folder) ? folder : inside else { return }
    throw Failure(
      code: StoreError.unsafe,
      message:
        "\"\(link)\" is a symbolic link: Ambit's cache must be a real folder",
      hints: ["remove the link; to keep the cache elsewhere, set XDG_CACHE_HOME"])
  }

  /// The folder that keeps results between runs.
  package var storeFolder: String? { cacheFolder.map { $0 + "/store" } }

  package var temporaryFolder: String { environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp" }

  /// Finds the toolchain for a workspace. The workspace's folder may name one in `.swift-version`.
  package func locateToolchain(for root: String) throws(Failure) -> Toolchain {
    try Failure.wrapping {
      try Toolchain.locate(
        searchPath: environment["PATH"] ?? "", environment: environment, folder: root,
        cacheFolder: cacheFolder)
    }
  }
}
