package import Arguments
package import Base
package import Graph
import Xcode

/// Turns module arguments into modules: `//Packages/Core:Core`, `//Packages/Core`, `Core`.
package struct ModuleLookup {
  let ids: [ModuleID]
  /// The place of these modules, for messages.
  let place: String
  private let names: KnownModules
  /// The modules at paths. nil where no files are known.
  private var places: ModulePlaces?
  /// The first package whose modules are not known.
  private var unreadPackage: RelativePath?
  /// The targets of Xcode's projects that the command cannot do anything with.
  private var targets = KnownModules([])

  package init(graph: WorkspaceGraph) {
    self.init(ids: graph.listedModules.map(\.id), place: "this workspace")
    unreadPackage = graph.packages.first { $0.problem != nil && !$0.isMissing && !$0.isProject }?.folder
  }

  init(graph: WorkspaceGraph, beside projects: WorkspaceProjects, places: ModulePlaces) {
    self.init(graph: graph)
    self.places = places
    targets = KnownModules(projects.graph.modules.map(\.id).filter { graph.index(of: $0) == nil })
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
      case .invalid(let reason): throw Failure.invalidPattern(text, reason)
      case .unknown(let nearest):
        // An id begins with two slashes; a path does not.
        if !text.hasPrefix("//") {
          if let found = try packages(named: text, argument) { return found }
          if let found = try places?.modules(at: argument) { return found }
        }
        if let target = target(named: text) { throw Self.isTarget(target) }
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

  private func target(named text: String) -> ModuleID? { (try? targets.modules(named: text))?.first }

  private static func isTarget(_ target: ModuleID) -> Failure {
    Failure(
      code: "no-swiftpm-module",
      message: "\(target) is a target of an Xcode project, and this command is for modules of packages",
      hints: [
        "`ambit show \(target.name.shellQuoted)` shows it, `ambit affected --format xcodebuild` the tests to run"
      ])
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
    let unread = unreadPackage.map {
      "the modules of //\($0) are not known, since its manifest cannot be evaluated: see `ambit doctor`"
    }
    return Failure(
      code: "unknown-module", message: "there is no module \(argument.quoted) in \(place)",
      hints: [unread, hint].compactMap(\.self))
  }

  private static func list(_ modules: [ModuleID]) -> String {
    let shown = modules.sorted().prefix(5).map(\.description).joined(separator: ", ")
    return modules.count > 5 ? "\(shown), ..." : shown
  }
}

/// Paths instead of names. A folder means the modules in it; a file means the modules that own it.
struct ModulePlaces {
  let graph: WorkspaceGraph
  let workspace: OpenWorkspace
  let world: World

  /// Returns true when a word can only be a path: `.`, `./Core`, `Packages/Core`.
  static func isPath(_ word: Argument) -> Bool {
    let slash = UInt8(ascii: "/")
    return !word.bytes.starts(with: [slash, slash])
      && (word.bytes.contains(slash) || word == "." || word == "..")
  }

  /// Returns at least one module, or nil where nothing exists.
  func modules(at word: Argument) throws(Failure) -> [ModuleID]? {
    let root = RelativePath(Array(workspace.location.root.utf8))
    let path = world.resolvedPath(word.bytes).seen(from: root)
    guard !path.escapesRoot else {
      throw Failure(
        code: "outside-workspace", message: "the path \(word.quoted) is outside the workspace",
        hints: ["paths are relative to the current folder, or to -C"])
    }
    let kind = try path.isRoot ? .folder : workspace.tree.kind(of: path)
    guard let kind else { return nil }
    let inside = inside(path)
    let found = inside.isEmpty ? holding(path) : kind == .folder ? inside : []
    let listed = found.map { graph.modules[$0] }.filter { $0.kind != .unknown }.map(\.id)
    guard !listed.isEmpty else { throw nothingHolds(word, path) }
    return listed
  }

  /// The modules in a folder, with all modules of packages in there.
  private func inside(_ folder: RelativePath) -> [ModuleIndex] {
    graph.modules.numbered.filter { _, module in
      graph.packages[module.package].folder.isInside(folder)
        || module.layout.folder.map { $0.isInside(folder) } ?? false
    }.map(\.0)
  }

  /// The modules that own a file. A manifest belongs to its whole package.
  private func holding(_ path: RelativePath) -> [ModuleIndex] {
    let placement = workspace.map(of: graph).place(path)
    if [.manifest, .lockfile].contains(placement.pathClass), case .packages(let packages) = placement.scope {
      return packages.flatMap { graph.packages[$0].modules }
    }
    let own = placement.modules.filter { $0.role == .own }
    return (own.isEmpty ? placement.modules : own).map(\.module)
  }

  private func nothingHolds(_ word: Argument, _ path: RelativePath) -> Failure {
    let package = path.withAncestors.reversed().lazy.compactMap { graph.package(at: $0) }.first
    return Failure(
      code: "unknown-module", message: "no module contains \(word.quoted)",
      hints: [
        package.map { "its package is //\(graph.packages[$0].folder)" }
          ?? "`ambit affected --all --format names` lists all modules"
      ])
  }
}
