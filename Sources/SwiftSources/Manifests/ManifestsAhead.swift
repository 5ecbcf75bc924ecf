import Base

/// Runs manifests that have to be run in every run, while the repository is still being opened.
///
/// The start of a program that uses Foundation takes about as long as the rest of a selection. The manifests of the
/// last run in the same place are started at once, with the texts on disk. A later request with the same text, place
/// and environment finds the value done. The value always comes from this run.
package final class ManifestsAhead: Sendable {
  private struct Results: Sendable {
    let evaluator: ManifestEvaluator.Surroundings
    let values: [ManifestSource: PackageManifest]
  }

  private enum State: Sendable {
    case underWay
    /// The results; nil when nothing was started.
    case done(Results?)
  }

  private let path: String
  private let note: AheadNote?
  private let state: Guarded<State>

  /// - `place`: all that tells this place from another one to run in.
  /// - `evaluator`: makes the evaluator that the run will use, from the words of the last run.
  package init(
    cacheFolder: String, place: [String], evaluator: @escaping @Sendable ([String]) -> ManifestEvaluator?
  ) {
    let name = "\(SHA256.digest(of: place.encoded))\(AheadNote.suffix)"
    path = "\(ProgramShelf(cacheFolder: cacheFolder).folder)/\(name)"
    note = AheadNote.read(path)
    let state = Guarded(State.underWay)
    self.state = state
    guard let note, !note.places.isEmpty else {
      state.with { $0 = .done(nil) }
      return
    }
    let isStarted = Threads.start {
      let results = evaluator(note.words).map { evaluator in
        Results(evaluator: evaluator.surroundings, values: evaluator.valuesOfKept(note.sources))
      }
      state.with { $0 = .done(results) }
    }
    if !isStarted { state.with { $0 = .done(nil) } }
  }

  /// Waits for the thread even when nobody asked for a value, so that it can remove its files.
  deinit { state.wait(until: Self.isDone) }

  private static func isDone(_ state: State) -> Bool {
    if case .done = state { true } else { false }
  }

  /// Returns the values of manifests that are evaluated in these surroundings.
  func values(in surroundings: ManifestEvaluator.Surroundings) -> [ManifestSource: PackageManifest] {
    state.wait(until: Self.isDone)
    guard case .done(let results?) = state.with({ $0 }), results.evaluator == surroundings else { return [:] }
    return results.values
  }

  /// Notes the manifests that the next run should start first.
  package func remember(_ sources: [ManifestSource], words: [String]) {
    let new = AheadNote(words: words, sources)
    guard new != note, !(note == nil && sources.isEmpty) else { return }
    new.write(to: path)
  }
}

/// The manifests that had to be run in the last run of a folder. They are a hint for the next run: a wrong one only
/// costs time.
struct AheadNote: Sendable, Hashable {
  static let suffix = ".ahead"

  struct Place: Sendable, Hashable {
    let folder: RelativePath
    let absoluteFolder: String
    let fileName: String
  }

  /// Words that the last run left for the next one to make its evaluator from.
  let words: [String]
  let places: [Place]

  init(words: [String], _ sources: [ManifestSource]) {
    self.words = words
    places = sources.map {
      Place(folder: $0.folder, absoluteFolder: $0.absoluteFolder, fileName: $0.fileName)
    }
  }

  /// The manifests as they are on disk now.
  var sources: [ManifestSource] {
    places.compactMap { place in
      LocalFiles.read("\(place.absoluteFolder)/\(place.fileName)").map { contents in
        ManifestSource(
          folder: place.folder, absoluteFolder: place.absoluteFolder, fileName: place.fileName,
          contents: contents)
      }
    }
  }
}

extension AheadNote {
  private static let form = SealedForm("ambit-ahead", version: 1)

  static func read(_ path: String) -> AheadNote? { form.value(in: OwnFiles.read(path)) }

  func write(to path: String) { LocalFiles.replace(path, with: Self.form.seal(self)) }
}

extension AheadNote: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(words, places) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    words = try reader.value()
    places = try reader.value()
  }
}

extension AheadNote.Place: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(folder, absoluteFolder, fileName) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(folder: try reader.value(), absoluteFolder: try reader.value(), fileName: try reader.value())
  }
}

/// Compiled manifests from earlier runs, for manifests that may read files and so are run in every run.
///
/// A program is a file named by the digest of its bytes. A file named by a manifest's key has the program's digest and
/// the manifest's index in it. Both files appear whole, by rename, and never change; their bytes are checked at every
/// use. A file that is damaged, gone or owned by another user counts as missing: the manifest is compiled again.
struct ProgramShelf: Sendable {
  /// The version rises with every change to the files, or to the arguments and answers of programs.
  static let formatVersion = 2

  struct Place: Sendable, Hashable {
    let program: SHA256Digest
    let index: Int
  }

  private static let placeForm = SealedForm("ambit-place", version: formatVersion)
  private static let programSuffix = ".program"
  private static let placeSuffix = ".place"
  private static let mostPrograms = 32
  private static let mostBytes = 8 << 20
  /// The most files besides programs.
  private static let mostFiles = 512
  /// The age in seconds at which the unfinished file of a killed process is deleted.
  private static let strayAge = 3600

  let folder: String

  init(cacheFolder: String) { folder = "\(cacheFolder)/programs" }

  func place(of key: SHA256Digest) -> Place? {
    Self.placeForm.value(in: OwnFiles.read(placePath(key)), for: key)
  }

  /// Returns the path of a program, if its bytes are those that were kept.
  func program(_ digest: SHA256Digest) -> String? {
    let path = programPath(digest)
    guard let bytes = OwnFiles.read(path), SHA256.digest(of: bytes) == digest else { return nil }
    return path
  }

  /// Keeps the program in `file`, with the keys of its manifests and their indices.
  func keep(_ file: String, _ places: [(key: SHA256Digest, index: Int)]) {
    guard !places.isEmpty, let bytes = LocalFiles.read(file) else { return }
    let digest = SHA256.digest(of: bytes)
    guard LocalFiles.replace(programPath(digest), with: bytes, permissions: 0o700) else { return }
    for (key, index) in places {
      let place = Place(program: digest, index: index)
      LocalFiles.replace(placePath(key), with: Self.placeForm.seal(place, for: key))
    }
    prune()
  }

  private func programPath(_ digest: SHA256Digest) -> String { "\(folder)/\(digest)\(Self.programSuffix)" }
  private func placePath(_ key: SHA256Digest) -> String { "\(folder)/\(key)\(Self.placeSuffix)" }
}

extension ProgramShelf.Place: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(program, index) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(program: try reader.value(), index: try reader.value())
  }
}

// MARK: Pruning

extension ProgramShelf {
  /// Deletes the oldest files. A manifest that is still in use is then compiled once more.
  private func prune() {
    var programs = (count: 0, bytes: 0)
    var others = 0
    for file in filesByAge() {
      let path = "\(folder)/\(file.name)"
      if file.name.hasSuffix(Self.programSuffix) {
        programs.count += 1
        programs.bytes += LocalFiles.size(of: path) ?? 0
        if programs.count > Self.mostPrograms || programs.bytes > Self.mostBytes { LocalFiles.remove(path) }
      } else {
        others += 1
        if others > Self.mostFiles || isStray(file) { LocalFiles.remove(path) }
      }
    }
  }

  private typealias File = (name: String, modified: Int)

  private func isStray(_ file: File) -> Bool {
    let isKnown = [Self.placeSuffix, AheadNote.suffix].contains { file.name.hasSuffix($0) }
    return !isKnown && file.modified < (LocalFiles.modified(folder) ?? 0) - Self.strayAge
  }

  /// Returns the files, the youngest first.
  private func filesByAge() -> [File] {
    LocalFiles.names(in: folder).map { ($0, LocalFiles.modified("\(folder)/\($0)") ?? 0) }
      .sorted { ($1.1, $1.0) < ($0.1, $0.0) }
  }
}

/// All that decides the compiled program of a manifest.
struct ProgramKey: Sendable {
  /// Variables that compilers and linkers read besides their arguments.
  private static let variables: Set<String> = [
    "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "OBJC_INCLUDE_PATH", "LIBRARY_PATH", "LD_LIBRARY_PATH",
    "LD_PRELOAD", "SDKROOT", "DEVELOPER_DIR", "TOOLCHAINS",
  ]
  /// Modules that come with the toolchain. Any other module may be a different one in the next run.
  private static let modules: Set<String> = [
    "PackageDescription", "CompilerPluginSupport", "Foundation", "FoundationEssentials", "Dispatch", "Glibc",
    "Musl", "Darwin",
  ]

  private let surroundings: [UInt8]

  init(toolchain: Toolchain, environment: [String: String]) {
    let api = toolchain.manifestAPIFolder
    // The library that programs are linked with is a new file when the toolchain is built again.
    let library = LocalFiles.names(in: api).filter { $0.hasPrefix("libPackageDescription.") }.sorted()
      .map { "\($0) \(LocalFiles.stamp(of: "\(api)/\($0)") ?? "")" }
    var writer = ByteWriter()
    writer.values(
      ProgramShelf.formatVersion, toolchain.identity, toolchain.swiftCompiler, library,
      BatchEvaluation.arguments(toolchain, toolchain.version, ""), BatchProgram.harness,
      environment.filter { Self.variables.contains($0.key) })
    surroundings = SHA256.digest(of: writer.bytes).bytes
  }

  func key(of source: ManifestSource) -> SHA256Digest { SHA256.digest(of: surroundings + source.contents) }

  /// Returns true when keeping the program saves time. Values of other manifests are cached, and need no program.
  static func isKept(_ source: ManifestSource, _ outline: ManifestOutline) -> Bool {
    ManifestPurity.of(source.contents) == .world && modules.isSuperset(of: outline.modules)
  }
}
