import Base
import Graph

/// Reads the dependency files of a scratch folder. A cache beside them keeps the result of each file by its time.
struct ScratchReads {
  let scratch: String
  let engine: any EngineForm
  let configuration: String
  /// The path of the `swift` in use. Files of its toolchain change only with the toolchain.
  let swift: String

  private var path: String { "\(scratch)/ambit-reads-\(configuration)" }

  /// Returns what was read for each folder of outputs.
  func byFolder() -> FolderReads {
    var memory = FileMemory<CompilerReads.Reads>(at: path)
    let filter = ReadFilter(
      swift: swift, scratch: LocalFiles.resolved(scratch) ?? scratch, engine: engine)
    let folders = engine.dependencyFolders(in: scratch, configuration)
    var reads: [String: CompilerReads.Reads] = [:]
    for folder in folders.values.joined() {
      for found in ModuleOutputs.files(below: folder, ".d").compactMap({ memory.value(of: $0, filter.reads) })
      {
        reads[folder, default: CompilerReads.Reads()].add(found)
      }
    }
    memory.save()
    return FolderReads(folders: folders, reads: reads)
  }
}

/// Keeps the files of a dependency file that may change while the toolchain and the system stay.
struct ReadFilter {
  /// The folders to leave out, as bytes with a slash at the end.
  private let unchanging: [[UInt8]]
  private let scratch: [UInt8]
  private let engine: any EngineForm

  private static let local = Array("/usr/local/".utf8)

  init(swift: String, scratch: String, engine: any EngineForm) {
    let toolchain = LocalFiles.folder(of: LocalFiles.folder(of: LocalFiles.resolved(swift) ?? swift))
    let system = ["/usr/", "/lib/", "/lib64/", "/System/", "/Library/Developer/", "/Applications/Xcode"]
    unchanging = (["\(toolchain)/"] + system).map { Array($0.utf8) }
    self.scratch = Array("\(scratch)/".utf8)
    self.engine = engine
  }

  func reads(in bytes: [UInt8]) -> CompilerReads.Reads {
    var reads = CompilerReads.Reads()
    for file in DependencyFile.files(in: bytes, where: isWanted) {
      let path = String(decoding: file, as: UTF8.self)
      guard file.starts(with: scratch) else {
        reads.files.insert(path)
        continue
      }
      let module = engine.module(readFrom: file[...])
      if let module { reads.imports.insert(module) }
      if module != nil || isHeader(path) { reads.filesInScratch.insert(path) }
    }
    return reads
  }

  /// True for headers of checkouts, and for those that plugins write. Compilers write others, of their own modules.
  private func isHeader(_ path: String) -> Bool {
    SourceFiles.isNative(SourceFiles.ending(of: path)) && !path.hasSuffix("-Swift.h")
      && !path.hasSuffix("module.modulemap")
  }

  private func isWanted(_ word: ArraySlice<UInt8>) -> Bool {
    word.starts(with: Self.local) || !unchanging.contains { word.starts(with: $0) }
  }
}

/// Reads the files in which compilers list what they read, in the form of make: `target: file file`. A backslash stands
/// before a space in a name and before a number sign. A backslash at the end continues a line.
enum DependencyFile {
  /// Returns the files in `bytes` that `isWanted` accepts, each once, in their order.
  static func files(in bytes: [UInt8], where isWanted: (ArraySlice<UInt8>) -> Bool) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var seen: Set<[UInt8]> = []
    var start = 0
    while let word = nextWord(in: bytes, from: &start) {
      // Most words name files of the system. They are skipped before their escapes are removed.
      guard isWanted(word) else { continue }
      let name = plain(word)
      if seen.insert(name).inserted { found.append(name) }
    }
    return found
  }

  /// Returns the word up to the next separating space. Targets before a colon are skipped.
  private static func nextWord(in bytes: [UInt8], from start: inout Int) -> ArraySlice<UInt8>? {
    while start < bytes.count {
      while start < bytes.count, isSpace(bytes, start) { start += 1 }
      let first = start
      while start < bytes.count, !isSpace(bytes, start) {
        start += bytes[start] == backslash && start + 1 < bytes.count ? 2 : 1
      }
      let word = bytes[first..<min(start, bytes.count)]
      guard !word.isEmpty else { continue }
      let isTarget = word.last == colon || nextIsColon(bytes, start)
      if !isTarget { return word }
    }
    return nil
  }

  private static func nextIsColon(_ bytes: [UInt8], _ place: Int) -> Bool {
    place + 1 < bytes.count && bytes[place] == space && bytes[place + 1] == colon
      && (place + 2 == bytes.count || isSpace(bytes, place + 2))
  }

  /// True for a separating space. A backslash at the end of a line counts too.
  private static func isSpace(_ bytes: [UInt8], _ place: Int) -> Bool {
    switch bytes[place] {
    case space, UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): true
    case backslash:
      place + 1 < bytes.count && [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(bytes[place + 1])
    default: false
    }
  }

  private static func plain(_ word: ArraySlice<UInt8>) -> [UInt8] {
    guard word.contains(backslash) || word.contains(dollar) else { return Array(word) }
    var name: [UInt8] = []
    var rest = word
    while let byte = rest.popFirst() {
      let next = rest.first
      let isEscape =
        byte == backslash
        && (next == space || next == UInt8(ascii: "#") || next == backslash || next == colon)
        || byte == dollar && next == dollar
      if isEscape, let escaped = rest.popFirst() { name.append(escaped) } else { name.append(byte) }
    }
    return name
  }

  private static let space = UInt8(ascii: " ")
  private static let backslash = UInt8(ascii: "\\")
  private static let colon = UInt8(ascii: ":")
  private static let dollar = UInt8(ascii: "$")
}

/// Keeps the reads of compilers in one scratch folder, by the folder of a module's outputs.
struct FolderReads {
  /// The folders by compiled module name.
  let folders: [String: [String]]
  let reads: [String: CompilerReads.Reads]

  /// Returns the files that were read for those of `modules` that were compiled here.
  func compilerReads(of modules: [ModuleID]) -> CompilerReads {
    var compilerReads = CompilerReads()
    for module in modules {
      for reads in (folders[ModuleNames.compiled(module.name)] ?? []).compactMap({ reads[$0] }) {
        compilerReads.modules[module, default: CompilerReads.Reads()].add(reads)
      }
    }
    return compilerReads
  }
}

// MARK: Modules that a build left alone

/// SwiftPM's own engine calls the compiler of a module when something has changed that its target names as a
/// dependency. But the compiler also reads what those modules import: with `foo().bar`, a target that names `Kit` reads
/// a type of `Base`. When `Base` changes and the compiled `Kit` stays the same, SwiftPM keeps code for the old type.
extension FolderReads {
  /// Returns the files without which the next build calls the compilers of modules that were compiled before something that
  /// they read. The compiler's driver then finds out which sources it has to compile.
  func recallingFiles(_ engine: any EngineForm) -> Set<String> {
    var times: [String: Int64] = [:]
    func written(_ file: String) -> Int64 {
      if let time = times[file] { return time }
      let time = FileTimes(of: file)?.written ?? 0
      times[file] = time
      return time
    }
    let files = reads.compactMap { folder, reads -> String? in
      guard let file = engine.recallingFile(in: folder), let listed = FileTimes(of: file)?.written else {
        return nil
      }
      let newest = reads.files.union(reads.filesInScratch).map(written).max() ?? 0
      return newest > listed && newest > Self.lastCompiled(folder) ? file : nil
    }
    return Set(files)
  }

  /// Returns the time of the newest file that a compiler or its driver wrote. The driver writes its notes (`.priors`) even when
  /// it has nothing to compile. In a release build there are none, and objects that would be the same stay.
  private static func lastCompiled(_ folder: String) -> Int64 {
    let notes = LocalFiles.names(in: folder).filter { $0.hasSuffix(".priors") || $0.hasSuffix(".d") }
    let files = notes.map { "\(folder)/\($0)" } + ModuleOutputs.objects(below: folder)
    return files.compactMap { FileTimes(of: $0)?.written }.max() ?? 0
  }
}
