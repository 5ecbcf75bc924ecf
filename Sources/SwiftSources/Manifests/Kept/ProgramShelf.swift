import Base

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
