package import Base

/// Why an output cannot be one: two would write it, or the one that writes it also reads it.
package enum OutputConflict: Error, Sendable, Hashable {
  /// The pattern of the first, the other, and its pattern.
  case shared(TaskID, PlacedPattern, TaskID, PlacedPattern)
  /// All that the second pattern stands for would be removed before it can be read.
  case ownInput(TaskID, PlacedPattern, PlacedPattern)
  /// It would take in what Git keeps for itself.
  case git(TaskID, PlacedPattern)
}

extension OutputConflict {
  /// The first among these instances; nil where all is well.
  package static func first(in instances: [TaskInstance]) -> OutputConflict? {
    for instance in instances {
      for output in instance.outputs {
        if let input = instance.inputs?.first(where: { output.covers($0.start) || $0.glob == output.glob }) {
          return .ownInput(instance.id, output, input)
        }
        if output.start.components.contains(where: { $0.elementsEqual(".git".utf8) }) {
          return .git(instance.id, output)
        }
      }
    }
    return firstShared(in: instances)
  }

  /// Only those that begin in the same folder, or one in that of the other, can meet.
  private static func firstShared(in instances: [TaskInstance]) -> OutputConflict? {
    let all = instances.flatMap { instance in instance.outputs.map { (id: instance.id, pattern: $0) } }
    let byStart = Dictionary(grouping: all, by: \.pattern.start)
    for (id, pattern) in all {
      for (other, otherPattern) in pattern.start.withAncestors.flatMap({ byStart[$0] ?? [] })
      where other != id && otherPattern.glob.mayOverlap(pattern.glob) {
        let isFirst = id < other
        return isFirst ? .shared(id, pattern, other, otherPattern) : .shared(other, otherPattern, id, pattern)
      }
    }
    return nil
  }
}
