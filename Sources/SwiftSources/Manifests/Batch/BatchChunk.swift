/// Manifests that can share one program, by their index in the caller's list.
struct BatchChunk: Sendable, Hashable {
  struct Member: Sendable, Hashable {
    let index: Int
    let outline: ManifestOutline
    /// True when the compiled program is kept for the next run.
    var isKept = false
  }

  let toolsVersion: ToolsVersion
  let members: [Member]

  /// The most members of a chunk. In a larger one the compiler takes longer per manifest.
  private static let largest = 200
  /// The smallest chunk that is worth the start of one more compiler.
  private static let smallest = 24

  /// Groups the members by tools version, imports and whether programs are kept. The groups are cut into pieces that
  /// keep `jobs` compilers busy.
  static func chunks(of members: [Member], jobs: Int) -> [BatchChunk] {
    let groups = Dictionary(grouping: members) { Group($0) }
    let fair = (members.count + jobs - 1) / max(jobs, 1)
    let size = min(max(fair, smallest), largest)
    let chunks = groups.flatMap { group, members -> [BatchChunk] in
      let members = members.sorted { $0.index < $1.index }
      let pieces = (members.count + size - 1) / size
      return (0..<pieces).map { piece in
        let range = (members.count * piece / pieces)..<(members.count * (piece + 1) / pieces)
        return BatchChunk(toolsVersion: group.toolsVersion, members: Array(members[range]))
      }
    }
    // The longest chunk comes first, so that none is left over at the end. The rest of the order is fixed.
    return chunks.sorted { left, right in
      (-left.members.count, left.members[0].index) < (-right.members.count, right.members[0].index)
    }
  }

  private struct Group: Hashable {
    let toolsVersion: ToolsVersion
    let imports: [String]
    let isKept: Bool

    init(_ member: Member) {
      toolsVersion = member.outline.toolsVersion
      imports = member.outline.imports
      isKept = member.isKept
    }
  }

  /// Returns the chunk without the members of those indices; nil when none is left.
  func without(_ failed: Set<Int>) -> BatchChunk? {
    let rest = members.filter { !failed.contains($0.index) }
    return rest.isEmpty ? nil : BatchChunk(toolsVersion: toolsVersion, members: rest)
  }
}
