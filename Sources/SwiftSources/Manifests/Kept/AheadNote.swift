import Base

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
