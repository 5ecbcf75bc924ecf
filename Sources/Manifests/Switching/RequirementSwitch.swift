/// Writes what a manifest asks for of other packages into its text; all else stays as it is, byte by byte.
package enum RequirementSwitch {
  package struct Change: Sendable, Hashable {
    /// The address, or the name in a registry, as the manifest has it.
    package let location: String
    package let new: PackageDependency.Requirement

    package init(_ location: String, _ new: PackageDependency.Requirement) {
      (self.location, self.new) = (location, new)
    }
  }

  /// nil when the text names none of them.
  package static func changed(
    _ contents: [UInt8], _ changes: [Change]
  ) throws(ManifestSwitch.Problem) -> [UInt8]? {
    var result = contents
    // From the back, so that what is still to be changed stays in its place.
    for call in try ManifestSwitch.calls(in: contents).reversed() {
      guard let change = changes.first(where: { call.isOf([$0.location]) }) else { continue }
      let asked = call.arguments.filter { !["name", "url", "id", "traits"].contains($0.label) }
      guard asked.count == 1, let text = text(asked[0].text, change.new) else {
        throw .requirement(change.location)
      }
      result.replaceSubrange(asked[0].range, with: text.utf8)
    }
    return result == contents ? nil : result
  }

  /// In the words of the old one, of which only the numbers change.
  private static func text(_ old: String, _ new: PackageDependency.Requirement) -> String? {
    var parts = old.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
    switch (new, parts.count) {
    case (.exact(let version), 3), (.range(let version, _), 3):
      guard !old.contains(".."), !old.contains("/*") else { return nil }
      parts[1] = version
    case (.range(let low, let high), 5):
      guard ["..<", "..."].contains(parts[2].filter({ $0 != " " })) else { return nil }
      (parts[1], parts[2], parts[3]) = (low, "..<", high)
    default: return nil
    }
    return parts.joined(separator: "\"")
  }
}
