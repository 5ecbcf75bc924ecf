import Base

/// The Swift toolchain that evaluates manifests.
package struct Toolchain: Sendable, Hashable {
  /// The driver `swift`, for `swift package`.
  package let swift: String
  package let swiftCompiler: String
  /// Holds the module and the library `PackageDescription`.
  package let manifestAPIFolder: String
  /// What `swiftc -version` says, and on macOS which SDK and Xcode it builds with: part of the identity of everything built
  /// with it. It names no place, so that machines can tell each other of results.
  package let identity: String
  package let version: ToolsVersion
  /// What it builds with on macOS.
  package let sdk: AppleSDK?
}

/// Why no toolchain could be found or asked.
package struct ToolchainError: Error, Sendable, Hashable {
  package enum Code: String, Sendable, Hashable, CaseIterable {
    case notFound = "toolchain-not-found"
    case incomplete = "toolchain-incomplete"
    case unusable = "toolchain-unusable"
    /// The run is being torn down.
    case stopped
  }

  package let code: Code
  package let message: String
}

extension Toolchain {
  /// Finds the toolchain whose `swiftc` comes first in `searchPath`.
  ///
  /// What lies there may be a proxy: Apple's, swiftly's, swiftenv's. It chooses by variables, by settings of its own, or by a
  /// file in the folder that it is called from, and could choose another compiler for each package. So it is asked once
  /// what it stands for, in `folder`, and from then on that is called and nothing else: what builds is what is in the keys.
  ///
  /// With a `cacheFolder`, what a compiler says about itself is remembered by its resolved path, size and time of change:
  /// asking it costs tens of milliseconds. A proxy is asked each time, because what it stands for changes while it does not.
  package static func locate(
    searchPath: String, environment: [String: String], folder: String? = nil, cacheFolder: String? = nil,
    on platform: String = HostPlatform.name
  ) throws(ToolchainError) -> Toolchain {
    guard let found = Executables.find("swiftc", inSearchPath: searchPath) else {
      throw ToolchainError(code: .notFound, message: "no \"swiftc\" in the search path \"\(searchPath)\"")
    }
    guard let resolved = LocalFiles.resolved(found) else {
      throw ToolchainError(code: .unusable, message: "\"\(found)\" cannot be resolved")
    }
    let asker = ToolchainAsker(environment: environment, folder: folder)
    let beside = [found, resolved].map { ToolchainLayout(bin: LocalFiles.folder(of: $0)) }.first(
      where: \.isComplete)
    let layout =
      if let beside { beside } else { try behind(found, resolved, asker) }
    let memory = cacheFolder.map {
      VersionMemory(folder: $0, compiler: LocalFiles.resolved(layout.compiler) ?? layout.compiler)
    }
    let text: String
    if let known = memory?.recall() {
      text = known
    } else {
      text = try asker.ask(layout.compiler, ["-version"])
      memory?.remember(text)
    }
    guard let version = version(in: text) else {
      throw ToolchainError(
        code: .unusable, message: "no version in what \"\(layout.compiler)\" says: \"\(text)\"")
    }
    let sdk = platform == "macos" ? try AppleSDK.locate(searchPath: searchPath, asker) : nil
    return Toolchain(
      swift: layout.swift, swiftCompiler: layout.compiler, manifestAPIFolder: layout.manifestAPIFolder,
      identity: ([text] + (sdk.map { [$0.identity] } ?? [])).joined(separator: "\n"), version: version,
      sdk: sdk)
  }

  /// The toolchain that a proxy stands for: the compiler it starts knows where it lives.
  private static func behind(
    _ proxy: String, _ resolved: String, _ asker: ToolchainAsker
  ) throws(ToolchainError) -> ToolchainLayout {
    let answer = try asker.ask(proxy, ["-print-target-info"])
    guard let folder = ToolchainLayout.resourceFolder(in: answer) else {
      throw ToolchainError(
        code: .incomplete, message: "no \"PackageDescription\" beside \"\(proxy)\" (\(resolved))")
    }
    let layout = ToolchainLayout(resourceFolder: folder)
    guard layout.isComplete else {
      throw ToolchainError(
        code: .incomplete,
        message:
          "\"\(proxy)\" stands for \"\(layout.compiler)\", where there is no whole toolchain: it takes "
          + "\"\(layout.swift)\" and \"\(layout.manifestAPIFolder)\"")
    }
    return layout
  }

  /// `6.3.1` in `Swift version 6.3.1 (swift-6.3.1-RELEASE)`; a missing patch is zero.
  static func version(in text: String) -> ToolsVersion? {
    let words = text.split { $0 == " " || $0 == "\n" }
    for (index, word) in words.enumerated() where word == "version" && index + 1 < words.count {
      guard index > 0, words[index - 1] == "Swift" else { continue }
      let numbers = words[index + 1].prefix { $0.isNumber || $0 == "." }.split(separator: ".").compactMap {
        Int($0)
      }
      if let major = numbers.first {
        return ToolsVersion(
          major, numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
      }
    }
    return nil
  }
}

/// Where the parts of a toolchain lie.
struct ToolchainLayout {
  let compiler: String
  let swift: String
  let manifestAPIFolder: String

  /// As seen from `usr/bin`. Programs are called by these names, whatever these are links to: a driver goes by its own.
  init(bin: String) {
    compiler = bin + "/swiftc"
    swift = bin + "/swift"
    manifestAPIFolder = LocalFiles.folder(of: bin) + "/lib/swift/pm/ManifestAPI"
  }

  /// As seen from `usr/lib/swift`.
  init(resourceFolder: String) {
    self.init(bin: LocalFiles.folder(of: LocalFiles.folder(of: resourceFolder)) + "/bin")
  }

  var isComplete: Bool {
    LocalFiles.exists(manifestAPIFolder) && Executables.isExecutable(swift)
      && Executables.isExecutable(compiler)
  }

  /// In what `swiftc -print-target-info` says.
  static func resourceFolder(in targetInfo: String) -> String? {
    guard let key = targetInfo.split(separator: "\n").first(where: { $0.contains("\"runtimeResourcePath\"") })
    else { return nil }
    let parts = key.split(separator: "\"")
    return parts.count >= 4 ? String(parts[3]) : nil
  }
}
