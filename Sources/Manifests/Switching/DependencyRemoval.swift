/// Takes dependencies out of a manifest's text: what some targets name, and packages that nobody names then; all else stays as it
/// is, byte by byte.
package struct DependencyRemoval: Sendable, Hashable {
  /// By target, as the manifest names them.
  private let references: [String: Set<TargetDependency.Reference>]
  /// As the manifest writes them.
  private let paths: Set<String>

  package init(references: [String: Set<TargetDependency.Reference>], paths: Set<String>) {
    self.references = references
    self.paths = paths
  }

  package var isEmpty: Bool { references.values.allSatisfy(\.isEmpty) && paths.isEmpty }

  /// What the manifest comes to say.
  package func remove(from manifest: inout PackageManifest) {
    manifest.dependencies.removeAll { dependency in
      if case .path(let path) = dependency.source { paths.contains(path) } else { false }
    }
    for index in manifest.targets.indices {
      guard let gone = references[manifest.targets[index].name] else { continue }
      manifest.targets[index].dependencies.removeAll { gone.contains($0.reference) }
    }
  }

  /// The text that says so.
  package func removed(from contents: [UInt8]) throws(ManifestSwitch.Problem) -> [UInt8] {
    // One at a time: what has to go for one depends on what is left beside it.
    var result = contents
    for path in paths.sorted() {
      let whole = try ManifestSwitch.calls(in: result) { $0 == "Package" }
      let calls = try ManifestSwitch.calls(in: result)
      let cut = try Self.cut(from: whole.first?["dependencies"], in: result) { part in
        calls.contains { $0.range == part && $0.arguments.count == 1 && $0["path"]?.literal == path }
      }
      result.removeSubrange(cut)
    }
    for (name, gone) in references.sorted(by: { $0.key < $1.key }) {
      for reference in gone {
        let target = try ManifestSwitch.targets(in: result).first { $0["name"]?.literal == name }
        let named = try ManifestSwitch.calls(in: result) { ["product", "target", "byName"].contains($0) }
        let text = result
        let cut = try Self.cut(from: target?["dependencies"], in: text) { part in
          Self.says(reference, part, text, named)
        }
        result.removeSubrange(cut)
      }
    }
    return result
  }

  // MARK: Elements

  private static func says(
    _ reference: TargetDependency.Reference, _ part: Range<Int>, _ contents: [UInt8], _ calls: [ManifestCall]
  ) -> Bool {
    let call = calls.first { $0.range == part }
    let name = call?["name"]?.literal
    switch reference {
    case .byName(let wanted):
      let isWord = contents[part].elementsEqual("\"\(wanted)\"".utf8)
      return isWord || (call?.arguments.count == 1 && name == wanted && isCall("byName", part, contents))
    case .target(let wanted):
      return call?.arguments.count == 1 && name == wanted && isCall("target", part, contents)
    case .product(let wanted, let package):
      return call?.arguments.count == (package == nil ? 1 : 2) && name == wanted
        && call?["package"]?.literal == package && isCall("product", part, contents)
    }
  }

  private static func isCall(_ name: String, _ part: Range<Int>, _ contents: [UInt8]) -> Bool {
    contents[part].starts(with: ".\(name)(".utf8)
  }

  /// What has to go for one element to be gone.
  private static func cut(
    from argument: ManifestCall.Argument?, in contents: [UInt8], _ isGone: (Range<Int>) -> Bool
  ) throws(ManifestSwitch.Problem) -> Range<Int> {
    guard let parts = argument?.list?.parts, let index = parts.firstIndex(where: isGone) else {
      throw .unreadable("a dependency that is not written out")
    }
    let part = parts[index]
    let newline = UInt8(ascii: "\n")
    let start = (contents[..<part.lowerBound].lastIndex(of: newline) ?? -1) + 1
    let end = contents[part.upperBound...].firstIndex(of: newline) ?? contents.count
    let behind = contents[part.upperBound..<end].filter { !isBlank($0) && $0 != UInt8(ascii: ",") }
    let standsAlone = contents[start..<part.lowerBound].allSatisfy(isBlank) && behind.isEmpty
    if standsAlone, end < contents.count { return start..<(end + 1) }
    if index + 1 < parts.count { return part.lowerBound..<parts[index + 1].lowerBound }
    // The last of several takes the comma before it along, and what follows stays.
    return index > 0 ? parts[index - 1].upperBound..<part.upperBound : part.lowerBound..<part.upperBound
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}
