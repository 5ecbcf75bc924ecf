package import Base
package import SwiftSources

/// The counts of folders by the id of their content, so that no content is read twice.
struct SourceTable {
  private static let form = SealedForm("ambit-lines", version: 2)
  /// A table with more entries drops those that the last run did not use.
  private static let largestCount = 200_000

  private var facts: [ContentID: SourceFacts] = [:]
  private var used: Set<ContentID> = []
  private(set) var hasChanges = false

  /// Bytes that are damaged or of another version give an empty table. The files can fill it again.
  init(decoding bytes: [UInt8]?) {
    guard let content = Self.form.open(bytes) else { return }
    var reader = ByteReader(content)
    guard (try? reader.fixed()) == SourceCounter.version,
      let found = try? reader.value([ContentID: SourceFacts].self), reader.isAtEnd
    else { return }
    facts = found
  }

  var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.fixed(SourceCounter.version)
    (facts.count > Self.largestCount ? facts.filter { used.contains($0.key) } : facts).write(to: &writer)
    return Self.form.seal(writer.bytes)
  }

  mutating func find(_ id: ContentID) -> SourceFacts? {
    guard let found = facts[id] else { return nil }
    used.insert(id)
    return found
  }

  mutating func set(_ found: SourceFacts, for id: ContentID) {
    facts[id] = found
    used.insert(id)
    hasChanges = true
  }
}

extension SourceFacts: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    for number in [files, lines.code, lines.comment, lines.blank, tests] { writer.count(number) }
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let files = try reader.count()
    let lines = LineCount(code: try reader.count(), comment: try reader.count(), blank: try reader.count())
    self.init(files: files, lines: lines, tests: try reader.count())
  }
}
