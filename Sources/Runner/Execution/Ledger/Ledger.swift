import Base
import Graph

/// The record of the inputs from which the outputs in a scratch folder were made.
///
/// It covers the inputs that SwiftPM does not check, or checks too weakly. SwiftPM compares the times of sources, and
/// some of its tools compare whole seconds. Anybody can set a time.
struct Ledger: Equatable {
  /// The digest of toolchain, system and variables.
  var surroundings: SHA256Digest
  var modules: [ModuleID: Entry] = [:]

  struct Entry: Equatable {
    /// True when the build that the entry was written for came to an end.
    var isSettled: Bool
    /// The time up to which a change may have been missed, in nanoseconds.
    ///
    /// For a settled entry it is the end of its build. The latest time of a source or header counts when it is later.
    /// No tool has noted a later time. For another entry it is the moment when its files were looked at.
    var asOf: Int64
    /// The digest of the files that no tool watches.
    var others: SHA256Digest
    var sources: Set<FileMark>
    var headers: Set<FileMark>
  }
}

/// The part of the record that the outputs of all configurations share.
struct SharedLedger: Equatable {
  var isSettled = false
  /// The end of the last build in a settled ledger. Otherwise the moment when the files were looked at.
  var asOf: Int64 = 0
  /// The digests of all files that the commands of plugins may read, by the module that they feed.
  var generations: [ModuleID: SHA256Digest] = [:]
  /// The digests of the values and of the bytes of each package's manifests.
  var manifests: [RelativePath: ManifestMark] = [:]

  struct ManifestMark: Equatable {
    var meaning: SHA256Digest
    var text: SHA256Digest
  }
}

/// A file and its content, in few bytes.
struct FileMark: Hashable {
  /// The hash of the path.
  let place: UInt64
  let kind: UInt8
  /// nil when the content that was built is unknown.
  let content: ContentID?

  init(place: UInt64, kind: UInt8, content: ContentID?) {
    self.place = place
    self.kind = kind
    self.content = content
  }

  init(_ file: TreeFile) {
    // FNV-1a is good enough: two of the few files of one module would have to collide.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in file.path.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    self.init(place: hash, kind: file.kind == .executable ? 1 : 0, content: file.content)
  }

  /// The mark of a file that was written while a build may have read it.
  var withoutContent: FileMark { FileMark(place: place, kind: kind, content: nil) }
}
