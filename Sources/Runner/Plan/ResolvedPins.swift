import Support

/// The pins of a `Package.resolved` of version 2 or 3, and those of several together.
package struct ResolvedPins: Sendable, Equatable, Codable {
  struct Pin: Sendable, Equatable, Codable {
    var kind: String
    var location: String
    /// `revision`, `version` and `branch`, as far as they are given.
    var state: [String: String]
  }

  /// By identity.
  private(set) var pins: [String: Pin] = [:]

  init() {}

  /// nil for what is no such file: its package is then left to SwiftPM, by itself.
  package init?(parsing bytes: [UInt8]) {
    guard let root = try? JSONParser.parse(bytes), let list = root["pins"]?.arrayValue else { return nil }
    for node in list {
      guard let identity = node["identity"]?.stringValue, let kind = node["kind"]?.stringValue,
        let location = node["location"]?.stringValue
      else { return nil }
      let fields = ["revision", "version", "branch"].compactMap { name in
        node["state"]?[name]?.stringValue.map { (name, $0) }
      }
      pins[identity] = Pin(kind: kind, location: location, state: Dictionary(uniqueKeysWithValues: fields))
    }
  }

  func holds(_ identity: String) -> Bool { pins[identity] != nil }

  /// Adds those of `other`; false, and nothing changed, when the two disagree.
  mutating func merge(_ other: ResolvedPins) -> Bool {
    guard other.pins.allSatisfy({ pins[$0.key] ?? $0.value == $0.value }) else { return false }
    pins.merge(other.pins) { mine, _ in mine }
    return true
  }

  var isEmpty: Bool { pins.isEmpty }

  /// As SwiftPM reads it.
  package var text: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.field("pins") { writer in
        writer.array(of: pins.sorted { $0.key < $1.key }) { writer, entry in
          writer.object { writer in
            writer.field("identity", entry.key)
            writer.field("kind", entry.value.kind)
            writer.field("location", entry.value.location)
            writer.field("state") { writer in
              writer.object { writer in
                for (name, value) in entry.value.state.sorted(by: { $0.key < $1.key }) {
                  writer.field(name, value)
                }
              }
            }
          }
        }
      }
      writer.field("version", 2)
    }
    return writer.text
  }
}
