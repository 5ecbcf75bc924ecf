import Base

/// The pins of a `Package.resolved` of version 2 or 3, or the joined pins of several.
package struct ResolvedPins: Sendable, Equatable {
  struct Pin: Sendable, Equatable {
    var kind: String
    var location: String
    /// The fields `revision`, `version` and `branch`, as far as they are given.
    var state: [String: String]
  }

  /// The pins by identity.
  private(set) var pins: [String: Pin] = [:]

  init() {}

  /// nil when the bytes are no such file. SwiftPM then builds the package by itself.
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

  /// True when SwiftPM cannot read a lockfile either, and refuses the package. It reads those of version 1 too.
  static func isRefused(_ bytes: [UInt8]) -> Bool {
    let root = try? JSONParser.parse(bytes)
    return switch root?["version"]?.intValue {
    case 1: root?["object"]?["pins"]?.arrayValue == nil
    case 2, 3: ResolvedPins(parsing: bytes) == nil
    default: true
    }
  }

  func holds(_ identity: String) -> Bool { pins[identity] != nil }

  /// Adds the pins of `other`. Returns false and changes nothing when the two disagree.
  mutating func merge(_ other: ResolvedPins) -> Bool {
    guard other.pins.allSatisfy({ pins[$0.key] ?? $0.value == $0.value }) else { return false }
    pins.merge(other.pins) { mine, _ in mine }
    return true
  }

  var isEmpty: Bool { pins.isEmpty }

  /// True when SwiftPM's notes in a scratch folder list exactly these packages in these versions.
  func areAll(checkedOutIn scratch: String) -> Bool {
    guard let bytes = LocalFiles.read("\(scratch)/workspace-state.json"),
      let list = (try? JSONParser.parse(bytes))?["object"]?["dependencies"]?.arrayValue
    else { return false }
    var fetched = 0
    for node in list where node["state"]?["name"]?.stringValue != "fileSystem" {
      guard let identity = node["packageRef"]?["identity"]?.stringValue, let pin = pins[identity],
        let state = node["state"]?["checkoutState"] ?? node["state"], !pin.state.isEmpty,
        pin.state.allSatisfy({ state[$0.key]?.stringValue == $0.value })
      else { return false }
      fetched += 1
    }
    return fetched == pins.count
  }

  /// The lockfile's text, as SwiftPM reads it.
  package var text: String {
    let pins = pins.sorted { $0.key < $1.key }.map { identity, pin -> JSON in
      let state = JSON(fields: pin.state.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
      return ["identity": identity, "kind": pin.kind, "location": pin.location, "state": state]
    }
    return JSON(["pins": pins, "version": 2]).prettyJSON
  }
}
