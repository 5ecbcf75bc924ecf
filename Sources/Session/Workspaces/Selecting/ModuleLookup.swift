package import Arguments
package import Base
package import Graph

/// Turns module arguments into modules: `//Packages/Core:Core`, `//Packages/Core`, `Core`.
package struct ModuleLookup {
  let ids: [ModuleID]
  /// The place of these modules, for messages.
  let place: String
  private let names: KnownModules
  /// The modules at paths. nil where no files are known.
  private var places: ModulePlaces?

  package init(graph: WorkspaceGraph) {
    self.init(ids: graph.listedModules.map(\.id), place: "this workspace")
  }

  init(graph: WorkspaceGraph, places: ModulePlaces) {
    self.init(graph: graph)
    self.places = places
  }

  package init(ids: [ModuleID], place: String) {
    self.ids = ids
    self.place = place
    names = KnownModules(ids)
  }

  /// Returns nil when no argument is given, so that all modules pass.
  func modules(matching arguments: [Argument]) throws(Failure) -> Set<ModuleID>? {
    guard !arguments.isEmpty else { return nil }
    var found: Set<ModuleID> = []
    for argument in arguments { found.formUnion(try modules(matching: argument)) }
    return found
  }

  /// Returns the single module that a name means.
  package func module(named argument: Argument) throws(Failure) -> ModuleID {
    let found = try modules(matching: argument)
    guard found.count == 1, let module = found.first else {
      throw Failure(
        code: "ambiguous-module", message: "\(argument.quoted) stands for \(found.count) modules",
        hints: ["name one of \(Self.list(found))"])
    }
    return module
  }

  /// Finds a module, else a package, else a path.
  func modules(matching argument: Argument) throws(Failure) -> [ModuleID] {
    if let places, ModulePlaces.isPath(argument) {
      if let found = try places.modules(at: argument) { return found }
      throw Failure(
        code: "unknown-module",
        message: "there is no file, folder or module \(argument.quoted)",
        hints: nearestPackage(to: argument).map { ["did you mean \"\($0)\"?"] }
          ?? ["paths are relative to the current folder, or to -C"])
    }
    guard let text = argument.text else { throw unknown(argument, nearest: nil) }
    do throws(KnownModules.Problem) {
      return try names.modules(named: text)
    } catch {
      switch error {
      case .invalid(let error): throw Failure(describing: error)
      case .unknown(let nearest):
        // An id begins with two slashes; a path does not.
        if !text.hasPrefix("//") {
          if let found = try packages(named: text, argument) { return found }
          if let found = try places?.modules(at: argument) { return found }
        }
        throw unknown(argument, nearest: nearest)
      case .ambiguous(let found):
        throw Failure(
          code: "ambiguous-module", message: "\(argument.quoted) is the name of \(found.count) modules",
          hints: ["name one of \(Self.list(found))"])
      }
    }
  }

  /// Returns the modules of the package whose folder has that name, or nil.
  private func packages(named text: String, _ argument: Argument) throws(Failure) -> [ModuleID]? {
    let found = ids.filter { $0.package.lastComponent.elementsEqual(text.utf8) }
    let folders = Set(found.map(\.package)).sorted()
    guard folders.count <= 1 else {
      throw Failure(
        code: "ambiguous-module", message: "\(argument.quoted) is the name of \(folders.count) packages",
        hints: ["name one of \(folders.prefix(5).map { "//\($0)" }.joined(separator: ", "))"])
    }
    return found.isEmpty ? nil : found
  }

  private func nearestPackage(to argument: Argument) -> String? {
    argument.text.flatMap { text in
      NearestName.suggestion(for: text, among: Set(ids.map(\.package.description)).sorted())
    }
  }

  private func unknown(_ argument: Argument, nearest: String?) -> Failure {
    let hint =
      argument.text?.hasPrefix("-") ?? false
      ? "put flags for SwiftPM in \"run\": {\"swiftArguments\": [...]} of workspace.json"
      : nearest.map { "did you mean \"\($0)\"?" } ?? "`ambit affected --all --format names` lists all modules"
    return Failure(
      code: "unknown-module", message: "there is no module \(argument.quoted) in \(place)", hints: [hint])
  }

  private static func list(_ modules: [ModuleID]) -> String {
    let shown = modules.sorted().prefix(5).map(\.description).joined(separator: ", ")
    return modules.count > 5 ? "\(shown), ..." : shown
  }
}
