package import Support

/// The pins of a `Package.resolved`, in any of its versions.
package struct Lockfile: Sendable, Hashable {
  /// What each package is pinned to, by identity. The text is compared, never read.
  package let pins: [String: String]

  package init(pins: [String: String]) {
    self.pins = pins
  }

  /// - Throws: when the text is not a lockfile; every package it serves is then affected.
  package init(parsing bytes: [UInt8]) throws(JSONError) {
    let root = try JSONParser.parse(bytes)
    let list = root["pins"]?.arrayValue ?? root["object"]?["pins"]?.arrayValue
    guard let list else { throw JSONError("a list \"pins\" is missing", at: root.offset) }
    var pins: [String: String] = [:]
    for pin in list {
      let location = (pin["location"] ?? pin["repositoryURL"])?.stringValue
      let identity = pin["identity"]?.stringValue ?? location.map { PackageIdentity.of(location: $0) }
      guard let identity else { throw JSONError("a pin has no identity", at: pin.offset) }
      let state = ["version", "revision", "branch"].map { pin["state"]?[$0]?.stringValue ?? "" }
      pins[identity.lowercased()] = ([pin["kind"]?.stringValue ?? "", location ?? ""] + state).joined(
        separator: "\n")
    }
    self.pins = pins
  }

  /// Identities whose pin was added, removed or moved.
  package func changedIdentities(since old: Lockfile) -> Set<String> {
    Set(pins.keys).union(old.pins.keys).filter { pins[$0] != old.pins[$0] }
  }
}
