import Base

/// What compiling the modules of a build takes, in seconds of processor time: how long a build runs depends on what else
/// runs, and SwiftPM compiles many modules at a time.
///
/// A module has a figure when all that is compiled of it was written anew: what it takes to compile two files of it is not
/// what it takes to build it.
struct CompileTimes {
  private let meter = ProcessMeter { CompilerProcess.module(of: $0) }
  private let start = FileTime.nowOnDisk

  /// For one invocation of SwiftPM.
  func begin() -> ProcessMeter { meter }

  /// By module, as the compiler knows it.
  func finish(_ engine: any EngineForm, in scratch: String, _ configuration: String) -> [String: Double] {
    let seconds = meter.finish()
    guard !seconds.isEmpty else { return [:] }
    let folders = engine.dependencyFolders(in: scratch, configuration)
    return seconds.filter { isWhole(folders[$0.key] ?? []) }
  }

  private func isWhole(_ folders: [String]) -> Bool {
    let objects = folders.flatMap(ModuleOutputs.objects)
    return !objects.isEmpty
      && objects.allSatisfy { (FileTimes(of: $0)?.written ?? 0) >= start.nanoseconds }
  }
}

/// A command line below a build.
enum CompilerProcess {
  /// Longer ones are no lists of arguments.
  private static let longestList = 8 << 20

  /// The module that a compiler works on, as it knows it; nil when it is no compiler, or works on none.
  static func module(of words: [String]) -> String? {
    guard let program = words.first.map(lastName) else { return nil }
    if program.hasPrefix("swift-frontend") || program.hasPrefix("swiftc") || words.contains("-frontend") {
      return value(of: "-module-name", in: words.flatMap(expanded))
    }
    guard program.hasPrefix("clang"), words.contains("-c") || words.contains("-cc1") else { return nil }
    return value(of: "-o", in: words.flatMap(expanded)).flatMap(module(compiledTo:))
  }

  /// `…/Core.build/core.c.o` of the native engine, `…/Shop.build/Debug-linux/Core.build/Objects-normal/x86_64/core.o` of
  /// the other.
  private static func module(compiledTo path: String) -> String? {
    guard path.hasSuffix(".o") else { return nil }
    let folder = path.split(separator: "/").dropLast().last { $0.hasSuffix(".build") }
    return folder.map { ModuleNames.compiled(String(NativeEngine.module(of: String($0)))) }
  }

  private static func value(of flag: String, in words: [String]) -> String? {
    words.lastIndex(of: flag).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
  }

  /// What does not fit into a command line stands in a file, a word on each line or quoted.
  private static func expanded(_ word: String) -> [String] {
    guard word.hasPrefix("@"), let size = FileFacts(of: String(word.dropFirst()))?.size, size <= longestList,
      let bytes = LocalFiles.read(String(word.dropFirst()))
    else { return [word] }
    return bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: " ") }.map {
      String(decoding: $0, as: UTF8.self).trimmingQuotes()
    }
  }

  private static func lastName(of path: String) -> Substring {
    path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
  }
}

extension String {
  fileprivate func trimmingQuotes() -> String {
    guard let quote = first, quote == "\"" || quote == "'", count > 1, last == quote else { return self }
    return String(dropFirst().dropLast())
  }
}
