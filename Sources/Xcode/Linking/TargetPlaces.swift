package import Base

/// The targets that may read a path, since they name it or a folder around it.
package struct TargetPlaces: Sendable, Hashable {
  private let paths: CaselessPaths
  /// The end of each path's targets in `targets`.
  private let ends: [Int]
  /// The numbers of targets in the graph's list.
  private let targets: [Int]

  init(of modules: [XcodeModule]) {
    var readers: [RelativePath: [Int]] = [:]
    for (number, module) in modules.enumerated() {
      for place in Set(module.members.places.map(CaselessPaths.key)) {
        readers[place, default: []].append(number)
      }
    }
    paths = CaselessPaths(readers.keys)
    var (ends, targets): ([Int], [Int]) = ([], [])
    for path in paths {
      targets += readers[path] ?? []
      ends.append(targets.count)
    }
    (self.ends, self.targets) = (ends, targets)
  }

  /// Returns the numbers of the targets, sorted.
  package func targets(around path: RelativePath) -> [Int] {
    let found = paths.places(around: path).flatMap { targets[($0 == 0 ? 0 : ends[$0 - 1])..<ends[$0]] }
    return Set(found).sorted()
  }
}

extension TargetPlaces: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    paths.write(to: &writer)
    writer.numbers(ends)
    writer.numbers(targets)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    paths = try reader.value()
    ends = try reader.numbers()
    targets = try reader.numbers()
    let isInOrder = zip(ends, ends.dropFirst()).allSatisfy { $0 <= $1 }
    guard ends.count == paths.count, isInOrder, (ends.last ?? 0) == targets.count else { throw .invalid }
  }
}
