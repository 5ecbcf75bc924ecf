import Base

/// Measures the processor seconds for compiling each module. Elapsed time is no measure: it depends on other programs,
/// and SwiftPM compiles many modules at a time.
///
/// Only a module whose object files were all written anew gets a figure. Compiling two of its files takes less than
/// building it.
struct CompileTimes {
  /// The meter of one invocation of SwiftPM.
  let meter = ProcessMeter { CompilerProcess.module(of: $0) }
  private let start = FileTime.nowOnDisk

  /// Returns the seconds by compiled module name.
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

/// Reads the command line of a compiler.
enum CompilerProcess {
  /// The most bytes of a file with arguments. A longer file is something else.
  private static let longestList = 8 << 20

  /// Returns the compiled name of the module that a compiler works on. nil when the command is no compiler's.
  static func module(of words: [String]) -> String? {
    guard let program = words.first.map(LocalFiles.name) else { return nil }
    if program.hasPrefix("swift-frontend") || program.hasPrefix("swiftc") || words.contains("-frontend") {
      return value(of: "-module-name", in: words.flatMap(expanded))
    }
    guard program.hasPrefix("clang"), words.contains("-c") || words.contains("-cc1") else { return nil }
    return value(of: "-o", in: words.flatMap(expanded)).flatMap(module(compiledTo:))
  }

  /// Reads `…/Core.build/core.c.o` of the native engine. The other engine's form is
  /// `…/Shop.build/Debug-linux/Core.build/Objects-normal/x86_64/core.o`.
  private static func module(compiledTo path: String) -> String? {
    guard path.hasSuffix(".o") else { return nil }
    let folder = path.split(separator: "/").dropLast().last { $0.hasSuffix(".build") }
    return folder.map { ModuleNames.compiled(String(NativeEngine.module(of: String($0)))) }
  }

  private static func value(of flag: String, in words: [String]) -> String? {
    words.lastIndex(of: flag).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
  }

  /// Long command lines stand in a file: one word on each line, perhaps quoted.
  private static func expanded(_ word: String) -> [String] {
    guard word.hasPrefix("@"), let size = FileFacts(of: String(word.dropFirst()))?.size, size <= longestList,
      let bytes = LocalFiles.read(String(word.dropFirst()))
    else { return [word] }
    return bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: " ") }.map {
      String(decoding: $0, as: UTF8.self).trimmingQuotes()
    }
  }
}

extension String {
  fileprivate func trimmingQuotes() -> String {
    guard let quote = first, quote == "\"" || quote == "'", count > 1, last == quote else { return self }
    return String(dropFirst().dropLast())
  }
}
