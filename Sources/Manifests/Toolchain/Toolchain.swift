import Digests
import Platform

/// The Swift toolchain that evaluates manifests.
package struct Toolchain: Sendable, Hashable {
  /// The driver `swift`, for `swift package`.
  package let swift: String
  package let swiftCompiler: String
  /// Holds the module and the library `PackageDescription`.
  package let manifestAPIFolder: String
  /// What `swiftc -version` says; part of the identity of everything built with it.
  package let versionText: String
  package let version: ToolsVersion
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
  /// With a `cacheFolder`, what the compiler says about itself is remembered by its resolved path, size
  /// and time of change: asking it costs tens of milliseconds. A proxy (swiftly's, Apple's) is asked
  /// each time, because what it stands for changes while it does not.
  package static func locate(
    searchPath: String, environment: [String: String], cacheFolder: String? = nil
  ) throws(ToolchainError) -> Toolchain {
    guard let found = Executables.find("swiftc", inSearchPath: searchPath) else {
      throw ToolchainError(code: .notFound, message: "no \"swiftc\" in the search path \"\(searchPath)\"")
    }
    guard let resolved = LocalFiles.resolved(found) else {
      throw ToolchainError(code: .unusable, message: "\"\(found)\" cannot be resolved")
    }
    let layouts = [found, resolved].map { Layout(compiler: $0) }
    guard let layout = layouts.first(where: \.isComplete) else {
      // A proxy: the compiler it starts knows where it lives.
      let answer = try ask(found, ["-print-target-info"], environment)
      guard let path = Layout.runtimeResourcePath(in: answer) else {
        throw ToolchainError(
          code: .incomplete, message: "no \"PackageDescription\" beside \"\(found)\" (\(resolved))")
      }
      let layout = Layout(resourceFolder: path, compiler: found)
      guard layout.isComplete else {
        throw ToolchainError(
          code: .incomplete, message: "no \"PackageDescription\" in \"\(layout.manifestAPIFolder)\"")
      }
      return try toolchain(layout, versionText: ask(found, ["-version"], environment))
    }
    let memory = cacheFolder.map { VersionMemory(folder: $0, compiler: resolved) }
    if let text = memory?.recall() { return try toolchain(layout, versionText: text) }
    let text = try ask(found, ["-version"], environment)
    memory?.remember(text)
    return try toolchain(layout, versionText: text)
  }

  private static func toolchain(
    _ layout: Layout, versionText: String
  ) throws(ToolchainError) -> Toolchain {
    guard let version = version(in: versionText) else {
      throw ToolchainError(
        code: .unusable, message: "no version in what \"\(layout.compiler)\" says: \"\(versionText)\"")
    }
    return Toolchain(
      swift: layout.swift, swiftCompiler: layout.compiler, manifestAPIFolder: layout.manifestAPIFolder,
      versionText: versionText, version: version)
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

  private static func ask(
    _ compiler: String, _ arguments: [String], _ environment: [String: String]
  ) throws(ToolchainError) -> String {
    // The driver leaves an empty temporary folder behind when it is only asked something.
    let scratch = ScratchFolder(in: environment["TMPDIR"])
    let command = Command(
      executable: compiler, arguments: arguments,
      environment: ManifestEnvironment.compiling(environment, scratch))
    let output: ProcessOutput
    do throws(ProcessError) {
      defer { withExtendedLifetime(scratch) {} }
      output = try command.run(timeout: .seconds(60))
    } catch {
      if error.kind == .stopped { throw ToolchainError(code: .stopped, message: error.message) }
      throw ToolchainError(code: .unusable, message: error.message)
    }
    guard output.status.isSuccess else {
      throw ToolchainError(
        code: .unusable,
        message: "\"\(compiler) \(arguments.joined(separator: " "))\" failed: \(output.stderrText)")
    }
    // Only stdout: the driver's own version, on stderr, says nothing about the compiler.
    return output.stdoutText
  }
}

/// Where the parts of a toolchain lie.
private struct Layout {
  let compiler: String
  let swift: String
  let manifestAPIFolder: String

  /// As seen from `usr/bin/swiftc`.
  init(compiler: String) {
    let bin = LocalFiles.folder(of: compiler)
    self.compiler = compiler
    swift = bin + "/swift"
    manifestAPIFolder = LocalFiles.folder(of: bin) + "/lib/swift/pm/ManifestAPI"
  }

  /// As seen from `usr/lib/swift`.
  init(resourceFolder: String, compiler: String) {
    self.compiler = compiler
    swift = LocalFiles.folder(of: compiler) + "/swift"
    manifestAPIFolder = resourceFolder + "/pm/ManifestAPI"
  }

  var isComplete: Bool {
    LocalFiles.exists(manifestAPIFolder) && Executables.isExecutable(swift)
  }

  static func runtimeResourcePath(in targetInfo: String) -> String? {
    guard let key = targetInfo.split(separator: "\n").first(where: { $0.contains("\"runtimeResourcePath\"") })
    else { return nil }
    let parts = key.split(separator: "\"")
    return parts.count >= 4 ? String(parts[3]) : nil
  }
}

/// Remembers what a compiler said about its version.
private struct VersionMemory {
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

  /// Of the compiler that gave the answer.
  private var key: SHA256Digest? {
    LocalFiles.stamp(of: compiler).map { SHA256.digest(of: "\($0) \(compiler)".utf8) }
  }
}
