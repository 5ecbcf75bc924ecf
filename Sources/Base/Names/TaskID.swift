/// Where a task is run: for a package as a whole, or for one module.
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

  /// By package, the package as a whole first.
  package static func < (left: TaskPlace, right: TaskPlace) -> Bool {
    left.package == right.package
      ? (left.module?.name ?? "") < (right.module?.name ?? "") : left.package < right.package
  }
}

/// Names an instance: a task in a place, as `lint //Packages/Core`.
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
