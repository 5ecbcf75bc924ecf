import Base
import Graph

/// The record of what the outputs in a scratch folder were made from, as far as SwiftPM does not look at it, or may be
/// deceived: SwiftPM goes by the times of sources, some tools below it by whole seconds, and anybody can set a time.
struct Ledger: Equatable {
  /// Over toolchain, system and variables.
  var surroundings: SHA256Digest
  var modules: [ModuleID: Entry] = [:]

  struct Entry: Equatable {
    /// True when the build that the entry was written for came to an end.
    var isSettled: Bool
    /// In a settled entry the end of its build, or the latest time of a source or header where that is later: no tool has
    /// noted a later time. Of any other entry the moment at which the files were looked at.
    var asOf: Int64
    /// Over what nobody watches.
    var others: SHA256Digest
    var sources: Set<FileMark>
    var headers: Set<FileMark>
  }
}

/// What is shared by the outputs of all configurations.
struct SharedLedger: Equatable {
  var isSettled = false
  /// In a settled ledger the end of the last build, else the moment at which the files were looked at.
  var asOf: Int64 = 0
  /// Over all that plugins' commands may read, by the module that they run for.
  var generations: [ModuleID: SHA256Digest] = [:]
  /// Over what manifests say, and over their bytes, by package.
  var manifests: [RelativePath: ManifestMark] = [:]

  struct ManifestMark: Equatable {
    var meaning: SHA256Digest
    var text: SHA256Digest
  }
}

/// A file and what it holds, in few bytes.
struct FileMark: Hashable {
  /// Of the path.
  let place: UInt64
  let kind: UInt8
  /// nil when the content that was built is not known.
  let content: ContentID?

  init(place: UInt64, kind: UInt8, content: ContentID?) {
    self.place = place
    self.kind = kind
    self.content = content
  }

  init(_ file: TreeFile) {
    // FNV-1a: two of the few files of one module would have to meet.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in file.path.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    self.init(place: hash, kind: file.kind == .executable ? 1 : 0, content: file.content)
  }

  /// The mark of a file that was written while it may have been compiled.
  var withoutContent: FileMark { FileMark(place: place, kind: kind, content: nil) }
}
