/// The place a task runs for: a whole package, or one module.
package enum TaskPlace: Sendable, Hashable, Comparable, CustomStringConvertible {
  case package(RelativePath)
  case module(ModuleID)

  package var package: RelativePath {
    switch self {
    case .package(let folder): folder
    case .module(let module): module.package
    }
  }

  package var module: ModuleID? {
    switch self {
    case .package: nil
    case .module(let module): module
    }
  }

  package var description: String {
    switch self {
    case .package(let folder): "//\(folder)"
    case .module(let module): module.description
    }
  }

  /// Sorts by package, the whole package first.
  package static func < (left: TaskPlace, right: TaskPlace) -> Bool {
    left.package == right.package
      ? (left.module?.name ?? "") < (right.module?.name ?? "") : left.package < right.package
  }
}

/// A task in a place, such as `lint //Packages/Core`.
package struct TaskID: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let task: String
  package let place: TaskPlace

  package init(_ task: String, _ place: TaskPlace) {
    self.task = task
    self.place = place
  }

  package var description: String { "\(task) \(place)" }

  package static func < (left: TaskID, right: TaskID) -> Bool {
    left.task == right.task ? left.place < right.place : left.task < right.task
  }
}
