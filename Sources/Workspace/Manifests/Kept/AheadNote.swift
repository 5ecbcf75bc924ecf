import Digests
import Platform
import Support

/// Which manifests had to be run in the last run of a folder: a hint for the next one, which costs time when it is
/// wrong, and nothing else.
struct AheadNote: Sendable, Hashable {
  static let suffix = ".ahead"

  struct Place: Sendable, Hashable {
    let folder: RelativePath
    let absoluteFolder: String
    let fileName: String
  }

  /// What whoever runs them wants to know of the last run.
  let words: [String]
  let places: [Place]

  init(words: [String], _ sources: [ManifestSource]) {
    self.words = words
    places = sources.map {
      Place(folder: $0.folder, absoluteFolder: $0.absoluteFolder, fileName: $0.fileName)
    }
  }

  /// The manifests as they lie on disk now: what is checked out is what is run.
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
  static func read(_ path: String) -> AheadNote? {
    guard let bytes = OwnFiles.read(path), bytes.count > SHA256Digest.length,
      SHA256.digest(of: bytes.dropFirst(SHA256Digest.length)).bytes
        .elementsEqual(bytes.prefix(SHA256Digest.length))
    else { return nil }
    var reader = ByteReader(bytes.dropFirst(SHA256Digest.length))
    guard let note = try? AheadNote(from: &reader), reader.isAtEnd else { return nil }
    return note
  }

  func write(to path: String) {
    var writer = ByteWriter()
    words.write(to: &writer)
    places.write(to: &writer)
    LocalFiles.replace(path, with: SHA256.digest(of: writer.bytes).bytes + writer.bytes)
  }

  private init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    words = try reader.value()
    places = try reader.value()
  }
}

extension AheadNote.Place: ByteCodable {
  func write(to writer: inout ByteWriter) {
    folder.write(to: &writer)
    absoluteFolder.write(to: &writer)
    fileName.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(folder: try reader.value(), absoluteFolder: try reader.value(), fileName: try reader.value())
  }
}
