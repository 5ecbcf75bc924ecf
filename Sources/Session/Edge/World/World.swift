package import Arguments
package import Base
import Store
package import SwiftSources

/// A destination for output. When nobody reads it any more, the rest is dropped.
package protocol ByteSink: Sendable {
  func write(_ bytes: [UInt8])
  /// Returns what the reader can show, given what `--color` asks for.
  func capabilities(_ color: ColorChoice) -> TerminalCapabilities
}

/// All that a run gets from outside, collected once by the program.
/// Code below never reads arguments, environment, working folder or terminal itself.
package struct World: Sendable {
  package let arguments: [Argument]
  /// The place at which the working folder is seen, for a process that was asked to show it there.
  package let placing: PlacementStep?
  /// The environment without secrets, so that no child process can get them.
  package let environment: [String: String]
  /// Variables that open remote caches. Only code that talks to a cache reads them.
  package let secrets: [String: String]
  /// The absolute path.
  package internal(set) var workingFolder: String
  /// The path of the program itself, if it is known.
  package var executable: String?
  package let output: any ByteSink
  package let errors: any ByteSink
  /// Reads all of standard input. Returns nil when that fails.
  package let readInput: @Sendable () -> [UInt8]?
  /// Waits for more of standard input. Returns nil at its end, and when it cannot be read.
  package var nextInput: @Sendable () -> [UInt8]? = { nil }
  package let processors: Int
  /// Returns the time since any fixed moment. Without a clock nothing seems to take long, so no progress is shown.
  package var now: @Sendable () -> Duration = { .zero }
  /// Returns the seconds since 1970.
  package var date: @Sendable () -> Int = { 0 }
  /// Waits. By default it returns at once.
  package var pause: @Sendable (Duration) -> Void = { _ in }
  /// Reads keys as they are pressed. Returns nil without a keyboard.
  package var openKeys: @Sendable () -> Keystrokes? = { nil }
  /// Takes an action to run when a signal ends the process.
  package var onAbruptEnd: @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
  /// Restarts the process with one more variable. Returns only the reason of a failure.
  /// nil where the process may not be restarted.
  package var restart: (@Sendable (_ name: String, _ value: String) -> DiskError)?
  /// The current stage of the command. It is silent until the command line has been read.
  package var progressLine = ProgressLine(SilentProgress(), ticks: false, now: { .zero })

  package init(
    arguments: [Argument], environment: [String: String], workingFolder: String, output: any ByteSink,
    errors: any ByteSink, readInput: @escaping @Sendable () -> [UInt8]?, processors: Int
  ) {
    self.arguments = arguments
    placing = PlacementStep(environment)
    self.environment = environment.filter {
      !Self.secretNames.contains($0.key) && $0.key != PlacementStep.variable
    }
    secrets = environment.filter { Self.secretNames.contains($0.key) }
    self.workingFolder = workingFolder
    self.output = placing.reading(output)
    self.errors = placing.reading(errors)
    self.readInput = readInput
    self.processors = processors
  }

  private static let secretNames: Set = [
    "AMBIT_CACHE_TOKEN", "AMBIT_CACHE_USER", "AMBIT_CACHE_PASSWORD", "AMBIT_CREDENTIALS", "AMBIT_SIGNING_KEY",
  ]
}

extension World {
  /// Returns the path of the program, for a command that starts it again.
  package func requiredExecutable() throws(Failure) -> String {
    guard let executable else {
      throw Failure(
        code: "no-program",
        message: "Ambit cannot restart itself: the path of the program is unknown",
        hints: ["start it by its path"])
    }
    return executable
  }

  /// Returns all of standard input, for a command that needs it. `hint` says what belongs there.
  package func requiredInput(hint: String) throws(Failure) -> [UInt8] {
    guard let input = readInput() else {
      throw Failure(code: "unreadable-input", message: "standard input cannot be read", hints: [hint])
    }
    return input
  }
}

extension World {
  /// Writes the file that a flag asks for, if it does. `what` names the content in messages and in the error's code.
  package func write(_ text: String, to file: Argument?, named what: String, by flag: String) throws(Failure)
  {
    guard let file,
      !LocalFiles.write(Array(shown(text).utf8), to: absoluteText(file.bytes), permissions: 0o644)
    else { return }
    throw Failure(
      code: "\(what)-unwritable", message: "cannot write the \(what) \(file.quoted)",
      hints: ["\(flag) takes the path of a file in an existing folder"])
  }
}

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
      code: Failure.unsafeCache,
      message:
        "\"\(link)\" is a symbolic link: Ambit's cache must be a real folder",
      hints: ["remove the link; to keep the cache elsewhere, set XDG_CACHE_HOME"])
  }

  /// The folder that keeps results between runs.
  package var storeFolder: String? { cacheFolder.map { $0 + "/store" } }

  package var temporaryFolder: String { environment.variable("TMPDIR") ?? "/tmp" }

  /// Finds the toolchain for a workspace. The workspace's folder may name one in `.swift-version`.
  package func locateToolchain(for root: String) throws(Failure) -> Toolchain {
    try Toolchain.locate(
      searchPath: environment["PATH"] ?? "", environment: environment, folder: root,
      cacheFolder: cacheFolder)
  }
}

/// The program. Its `run` is in Features/AmbitCommand.swift.
package enum Ambit {
  package static let version = "0.1.0-dev"
}
