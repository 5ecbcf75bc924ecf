package import Base

/// The Swift toolchain that evaluates manifests.
package struct Toolchain: Sendable, Hashable {
  /// The driver `swift`, for `swift package`.
  package let swift: String
  package let swiftCompiler: String
  /// The folder of the module and the library `PackageDescription`.
  package let manifestAPIFolder: String
  /// The output of `swiftc -version`, and on macOS the SDK and Xcode that are used. It is part of the identity of
  /// everything built with the toolchain. It has no path, so that machines can share results.
  package let identity: String
  package let version: ToolsVersion
  /// The SDK that is used on macOS.
  package let sdk: AppleSDK?
}

extension Failure {
  /// The reason why no toolchain was found, or why it gave no answer.
  package enum Toolchain: String, Sendable {
    case notFound = "toolchain-not-found"
    case incomplete = "toolchain-incomplete"
    case unusable = "toolchain-unusable"
  }

  fileprivate static func toolchain(_ reason: Toolchain, _ message: String) -> Failure {
    Failure(
      code: reason.rawValue, message: message,
      hints: ["install Swift from https://swift.org/install, or put its bin folder on PATH"])
  }
}

extension Toolchain {
  /// Finds the toolchain whose `swiftc` comes first in `searchPath`.
  ///
  /// The program there may be a proxy: Apple's, swiftly's, swiftenv's. A proxy chooses a compiler by variables, by its
  /// own settings, or by a file in the current folder. It could choose another compiler for each package. So the proxy
  /// is asked once, in `folder`, for its compiler, and only that compiler is called from then on. The compiler that
  /// builds is the one that the keys name.
  ///
  /// With a `cacheFolder`, the output of a compiler's `-version` is remembered by the compiler's resolved path, size
  /// and time of change. The call takes tens of milliseconds. A proxy is asked each time, since its choice may change
  /// while its file does not.
  package static func locate(
    searchPath: String, environment: [String: String], folder: String? = nil, cacheFolder: String? = nil,
    on platform: String = HostPlatform.name
  ) throws(Failure) -> Toolchain {
    guard let found = Executables.find("swiftc", inSearchPath: searchPath) else {
      throw Failure.toolchain(.notFound, "no \"swiftc\" in the search path \"\(searchPath)\"")
    }
    guard let resolved = LocalFiles.resolved(found) else {
      throw Failure.toolchain(.unusable, "\"\(found)\" cannot be resolved")
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
      throw Failure.toolchain(.unusable, "no version in the output of \"\(layout.compiler)\": \"\(text)\"")
    }
    let sdk = platform == "macos" ? try AppleSDK.locate(searchPath: searchPath, asker) : nil
    return Toolchain(
      swift: layout.swift, swiftCompiler: layout.compiler, manifestAPIFolder: layout.manifestAPIFolder,
      identity: ([text] + (sdk.map { [$0.identity] } ?? [])).joined(separator: "\n"), version: version,
      sdk: sdk)
  }

  /// Returns the toolchain behind a proxy. The compiler that the proxy starts knows its own place.
  private static func behind(
    _ proxy: String, _ resolved: String, _ asker: ToolchainAsker
  ) throws(Failure) -> ToolchainLayout {
    let answer = try asker.ask(proxy, ["-print-target-info"])
    guard let folder = ToolchainLayout.resourceFolder(in: answer) else {
      throw Failure.toolchain(.incomplete, "no \"PackageDescription\" beside \"\(proxy)\" (\(resolved))")
    }
    let layout = ToolchainLayout(resourceFolder: folder)
    guard layout.isComplete else {
      throw Failure.toolchain(
        .incomplete,
        "\"\(proxy)\" starts \"\(layout.compiler)\", but that toolchain lacks "
          + "\"\(layout.swift)\" or \"\(layout.manifestAPIFolder)\"")
    }
    return layout
  }

  /// Reads `6.3.1` in `Swift version 6.3.1 (swift-6.3.1-RELEASE)`. A missing patch is zero.
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

/// The paths of the parts of a toolchain.
struct ToolchainLayout {
  let compiler: String
  let swift: String
  let manifestAPIFolder: String

  /// Makes the layout around a folder `usr/bin`. The programs are called by these names even when they are links, since
  /// a driver acts by its name.
  init(bin: String) {
    compiler = bin + "/swiftc"
    swift = bin + "/swift"
    manifestAPIFolder = LocalFiles.folder(of: bin) + "/lib/swift/pm/ManifestAPI"
  }

  /// Makes the layout around a folder `usr/lib/swift`.
  init(resourceFolder: String) {
    self.init(bin: LocalFiles.folder(of: LocalFiles.folder(of: resourceFolder)) + "/bin")
  }

  var isComplete: Bool {
    LocalFiles.exists(manifestAPIFolder) && Executables.isExecutable(swift)
      && Executables.isExecutable(compiler)
  }

  /// Reads the resource folder from the output of `swiftc -print-target-info`.
  static func resourceFolder(in targetInfo: String) -> String? {
    guard let key = targetInfo.split(separator: "\n").first(where: { $0.contains("\"runtimeResourcePath\"") })
    else { return nil }
    let parts = key.split(separator: "\"")
    return parts.count >= 4 ? String(parts[3]) : nil
  }
}

/// Asks the programs of a toolchain about themselves.
struct ToolchainAsker {
  let environment: [String: String]
  /// The folder to ask in. Proxies look there for files that choose a toolchain.
  let folder: String?

  func ask(_ program: String, _ arguments: [String]) throws(Failure) -> String {
    // The driver leaves an empty temporary folder behind when it only answers a question.
    let scratch = ScratchFolder(in: environment["TMPDIR"])
    let command = Command(
      executable: program, arguments: arguments,
      environment: ManifestEnvironment.compiling(environment, scratch), workingFolder: folder)
    let output: ProcessOutput
    do throws(Failure) {
      defer { withExtendedLifetime(scratch) {} }
      output = try command.run(timeout: .seconds(60))
    } catch {
      throw error.isStop ? .stopped : .toolchain(.unusable, error.message)
    }
    guard output.status.isSuccess else {
      throw Failure.toolchain(
        .unusable, "\"\(program) \(arguments.joined(separator: " "))\" failed: \(output.stderrText)")
    }
    // Only stdout counts: the driver's own version, on stderr, says nothing about the compiler.
    return output.stdoutText
  }
}

/// Remembers the output of a compiler's `-version`.
struct VersionMemory {
  let folder: String
  let compiler: String

  private var path: String { folder + "/toolchain-version" }

  func recall() -> String? {
    key.flatMap { Self.form.value(in: LocalFiles.read(path), for: $0) }
  }

  func remember(_ answer: String) {
    if let key { LocalFiles.replace(path, with: Self.form.seal(answer, for: key)) }
  }

  private static let form = SealedForm("ambit-toolchain-version", version: 1)

  /// The key of the compiler that gave the answer.
  private var key: SHA256Digest? {
    LocalFiles.stamp(of: compiler).map { SHA256.digest(of: "\($0) \(compiler)".utf8) }
  }
}

/// The macOS SDK that a toolchain builds with, and its Xcode.
package struct AppleSDK: Sendable, Hashable {
  package let path: String
  /// The developer folder, whose other parts such as XCTest are used too; nil when it is not known.
  package let developerFolder: String?
  /// A text that differs for every SDK, and is the same wherever the SDK lies.
  package let identity: String

  /// Finds the SDK as SwiftPM does. `SDKROOT` comes first, then the answer of `xcrun`, which uses `DEVELOPER_DIR` or
  /// the choice of `xcode-select`.
  static func locate(searchPath: String, _ asker: ToolchainAsker) throws(Failure) -> AppleSDK {
    if let named = asker.environment["SDKROOT"], named.hasPrefix("/") {
      return AppleSDK(at: named, asker.environment)
    }
    guard let xcrun = Executables.find("xcrun", inSearchPath: searchPath + ":/usr/bin") else {
      throw Failure.toolchain(
        .incomplete,
        "no \"xcrun\" in the search path \"\(searchPath)\"; install it with "
          + "\"xcode-select --install\"")
    }
    let answer = try asker.ask(xcrun, ["--sdk", "macosx", "--show-sdk-path"])
    let path = answer.prefix { $0 != "\n" }
    guard path.hasPrefix("/") else {
      throw Failure.toolchain(.incomplete, "\"\(xcrun)\" gives no macOS SDK but \"\(path)\"")
    }
    return AppleSDK(at: String(path), asker.environment)
  }

  init(at path: String, _ environment: [String: String]) {
    self.path = path
    // `xcrun` finds XCTest by `DEVELOPER_DIR`, and uses SDKROOT for the SDK alone.
    let named = environment.variable("DEVELOPER_DIR")
    let parts = path.split(separator: "/Platforms/", maxSplits: 1)
    developerFolder = named ?? (parts.count == 2 ? String(parts[0]) : nil)
    // Two Xcodes may have the same compiler and SDK, and different frameworks for tests. `DEVELOPER_DIR` may name the
    // Xcode itself instead of its developer folder.
    let places = developerFolder.map { [LocalFiles.folder(of: $0), "\($0)/Contents"] } ?? []
    let xcode = places.lazy.compactMap { LocalFiles.read("\($0)/version.plist") }.first
    guard let settings = Self.settings(of: path) else {
      // The SDK is unknown, so its path and time identify it.
      identity = "SDK \(path) \(LocalFiles.stamp(of: path) ?? "")"
      return
    }
    identity =
      "SDK \(SHA256.digest(of: settings).description)"
      + (xcode.map { ", Xcode \(SHA256.digest(of: $0).description)" } ?? "")
  }

  private static func settings(of sdk: String) -> [UInt8]? {
    ["SDKSettings.json", "SDKSettings.plist"].lazy.compactMap { LocalFiles.read("\(sdk)/\($0)") }.first
  }
}
