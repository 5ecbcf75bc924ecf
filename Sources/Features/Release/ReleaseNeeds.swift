import Graph
import SwiftSources

/// The workspace packages on which each package depends, by their positions among the histories.
struct ReleaseNeeds {
  private let needs: [[(index: Int, requirement: PackageDependency.Requirement?)]]

  init(_ histories: [PackageHistory], in graph: WorkspaceGraph) {
    var places: [PackageIndex: Int] = [:]
    var names: [String: [Int]] = [:]
    for (index, history) in histories.enumerated() {
      places[history.package] = index
      names[graph.packages[history.package].identity, default: []].append(index)
    }
    needs = histories.map { history in
      let node = graph.packages[history.package]
      return zip(node.dependencies, node.manifest?.dependencies ?? []).compactMap { edge, dependency in
        switch dependency.source {
        case .path: return edge.package.flatMap { places[$0] }.map { ($0, nil) }
        case .sourceControl(_, let requirement), .registry(_, let requirement):
          // Several packages may have the identity. The first one is taken.
          return names[dependency.identity]?.first.map { ($0, requirement) }
        }
      }
    }
  }

  func of(_ index: Int) -> [(index: Int, requirement: PackageDependency.Requirement?)] { needs[index] }

  /// Returns the package and all that it depends on, directly or not.
  func beneath(_ index: Int) -> Set<Int> {
    reached(from: [index]) { needs[$0].map(\.index) }
  }

  /// Returns `changed` and all packages that use one of them from its folder, directly or not.
  /// Other packages are unchanged, even if their interface cannot be read.
  func builtUpon(_ changed: Set<Int>) -> Set<Int> {
    var users: [Int: [Int]] = [:]
    for (user, lower) in needs.enumerated() {
      for need in lower where need.requirement == nil { users[need.index, default: []].append(user) }
    }
    return reached(from: changed) { users[$0] ?? [] }
  }

  private func reached(from start: Set<Int>, _ next: (Int) -> [Int]) -> Set<Int> {
    var (found, rest) = (start, Array(start))
    while let one = rest.popLast() {
      for other in next(one) where found.insert(other).inserted { rest.append(other) }
    }
    return found
  }
}
