package import Base

/// A conflict about outputs: two instances would write one file, or an instance would delete its own input.
package enum OutputConflict: Error, Sendable, Hashable {
  /// Holds the first instance and its pattern, then the other instance and its pattern.
  case shared(TaskID, PlacedPattern, TaskID, PlacedPattern)
  /// The output covers an own input, which would be removed before the command reads it.
  case ownInput(TaskID, PlacedPattern, PlacedPattern)
  /// The output lies in Git's own folder.
  case git(TaskID, PlacedPattern)
}

extension OutputConflict {
  /// Returns the first conflict among `instances`, or nil.
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

  /// Two patterns can only meet when one starts in the folder of the other, or below it.
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
