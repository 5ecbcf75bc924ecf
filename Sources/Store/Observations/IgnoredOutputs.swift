package import Base

/// Places in the workspace that Git ignores and where tests were seen to leave something.
///
/// A test that finds a file there finds the output of an earlier run, perhaps made of files that have changed since.
/// No clone has it.
/// So a pass that depends on it says nothing of a run from nothing.
package struct IgnoredOutputs: Equatable, Sendable {
  package private(set) var places: Set<RelativePath>

  package init(_ places: Set<RelativePath> = []) { self.places = places }

  package var isEmpty: Bool { places.isEmpty }
  package func union(_ other: IgnoredOutputs) -> IgnoredOutputs { IgnoredOutputs(places.union(other.places)) }

  /// The first of these places that shows in what was looked at. `isLeft` says whether something lies there that Git ignores.
  package func met(by observation: Observation, where isLeft: (RelativePath) -> Bool) -> RelativePath? {
    guard !isEmpty else { return nil }
    let byFolder = Dictionary(grouping: places, by: \.parent)
    for sight in observation.sights where sight.state != .absent {
      guard case .workspace(let path) = sight.place else { continue }
      let shown =
        switch sight.aspect {
        case .names: byFolder[path] ?? []
        case .tree: places.filter { $0.isInside(path) || path.isInside($0) }.sorted()
        case .content, .kind, .linkKind, .target: path.withAncestors.filter(places.contains)
        }
      if let place = shown.first(where: isLeft) { return place }
    }
    return nil
  }
}

extension IgnoredOutputs: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(places) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) { self.init(try reader.value()) }
}
