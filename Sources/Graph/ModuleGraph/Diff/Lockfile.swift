package import Base

/// The pins of a `Package.resolved`, in any of its versions.
package struct Lockfile: Sendable, Hashable {
  /// The pin of each package by identity, as a text that is only compared.
  package let pins: [String: String]

  package init(pins: [String: String]) {
    self.pins = pins
  }

  /// - Throws: when the text is not a lockfile; every package it serves is then affected.
  package init(parsing bytes: [UInt8]) throws(JSONError) {
    var pins: [String: String] = [:]
    for pin in try Self.list(bytes) {
      guard let identity = Self.identity(of: pin) else {
        throw JSONError("a pin has no identity", at: pin.offset)
      }
      let location = Self.location(of: pin)
      let state = ["version", "revision", "branch"].map { pin["state"]?[$0]?.stringValue ?? "" }
      pins[identity] = ([pin["kind"]?.stringValue ?? "", location ?? ""] + state).joined(
        separator: "\n")
    }
    self.pins = pins
  }

  /// Identities whose pin was added, removed or moved.
  package func changedIdentities(since old: Lockfile) -> Set<String> {
    Set(pins.keys).union(old.pins.keys).filter { pins[$0] != old.pins[$0] }
  }

  /// Returns the version that a package is pinned to, else the commit; nil when nothing pins it.
  package static func reference(of identity: String, in bytes: [UInt8]) -> String? {
    let pin = (try? list(bytes))?.first { Self.identity(of: $0) == identity }
    return pin?["state"]?["version"]?.stringValue ?? pin?["state"]?["revision"]?.stringValue
  }

  private static func list(_ bytes: [UInt8]) throws(JSONError) -> [JSONNode] {
    let root = try JSONParser.parse(bytes)
    let list = root["pins"]?.arrayValue ?? root["object"]?["pins"]?.arrayValue
    guard let list else { throw JSONError("a list \"pins\" is missing", at: root.offset) }
    return list
  }

  private static func location(of pin: JSONNode) -> String? {
    (pin["location"] ?? pin["repositoryURL"])?.stringValue
  }

  private static func identity(of pin: JSONNode) -> String? {
    (pin["identity"]?.stringValue ?? location(of: pin).map { PackageIdentity.of(location: $0) })?.lowercased()
  }
}
