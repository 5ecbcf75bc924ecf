import Base

/// Visits all inputs of a key: those of every module, those of a package, and the module's own. `ModuleKeys` adds the
/// keys of other modules.
///
/// A field of a new option or description belongs here, or in the list of what keys leave out, in `docs/cache-key.md`.
/// A test compares the two with the types.
struct KeyWalk {
  /// The schema rises when the key of the same content changes, or has to change.
  static let schema = "4"

  let inputs: KeyInputs
  /// The values of the manifests; nil for one that cannot be evaluated.
  let facts: Indexed<PackageIndex, ManifestFacts?>
  let pins: PinnedDependencies
  let traits: ClosureTraits
  let roots: ManifestRoots

  var graph: WorkspaceGraph { inputs.graph }

  /// Visits the inputs that are the same for every module of a run.
  func surroundings(_ writer: inout some KeyWriter) {
    let surroundings = inputs.surroundings
    writer.text(.schema, "version", Self.schema)
    writer.text(.toolchain, "version", surroundings.toolchain)
    writer.text(.host, "system", surroundings.host.system)
    writer.text(.host, "version", surroundings.host.version)
    writer.text(.host, "libc", surroundings.host.libc)
    writer.text(.platforms, "counted", surroundings.platforms?.sorted().joined(separator: " ") ?? "all")
    writer.text(.run, "engine", surroundings.build.engine.rawValue)
    writer.text(.run, "configuration", surroundings.build.configuration)
    writer.list(.run, "arguments", surroundings.build.allArguments)
    let traits = surroundings.build.traits
    if traits != RequestedTraits() { writer.text(.run, "traits", traits.text) }
    for (name, value) in surroundings.environment.sorted(by: { $0.key < $1.key }) {
      writer.text(.environment, name, value)
    }
    config(&writer)
  }

  private func config(_ writer: inout some KeyWriter) {
    let config = inputs.config
    writer.list(.config, "platforms", config.platforms)
    writer.list(.config, "inputs.global", config.inputs.global.map(\.text))
    writer.list(.config, "inputs.ignore", config.inputs.ignore.map(\.text))
    writer.list(.config, "inputs.harmless", config.inputs.harmless.texts)
    writer.text(.config, "inputs.unowned", config.inputs.unowned.rawValue)
    writer.list(.config, "inputs.env", config.inputs.env)
    writer.text(.config, "run.configuration", config.run.configuration.rawValue)
    writer.list(.config, "run.traits", config.run.traits)
    writer.list(.config, "run.swiftArguments", config.run.swiftArguments)
    writer.text(.config, "run.environment", config.run.environment.rawValue)
    writer.text(.config, "run.execution", config.run.execution.rawValue)
    for (name, value) in config.run.platform.sorted(by: { $0.key < $1.key }) {
      writer.text(.config, "run.platform.\(name)", value)
    }
  }

  /// Visits the files that every module may read.
  func workspaceFiles(_ writer: inout some KeyWriter) {
    for file in inputs.files.global {
      writer.input(.global, .path(file.path), .file(file.kind, file.content))
    }
    for file in inputs.files.ofWorkspace {
      writer.input(.workspaceFile, .path(file.path), .file(file.kind, file.content))
    }
    for file in inputs.flagFiles { writer.input(.global, .text(file.name), .digest(file.digest)) }
  }

  /// Visits the files that every module certainly reads: `inputs.global`, settings of SwiftPM, files that flags name.
  func globalFiles(_ writer: inout some KeyWriter) {
    for file in inputs.files.global + inputs.files.ofWorkspace.filter(\.isOfSwiftPM) {
      writer.input(.global, .path(file.path), .file(file.kind, file.content))
    }
    for file in inputs.flagFiles { writer.input(.global, .text(file.name), .digest(file.digest)) }
  }

  /// Visits the inputs that every module of a package shares.
  func package(_ index: PackageIndex, _ writer: inout some KeyWriter) {
    if let facts = facts[index] {
      writer.packageWide(facts.packageWide)
      writer.unused(facts.unattributed)
    }
    for lockfile in pins.served[index] {
      writer.text(.lockfile, lockfile.description, "serves the package")
      guard let state = inputs.lockfiles[lockfile], state.pins == nil else { continue }
      writer.input(.lockfile, .text("\(lockfile) (unreadable)"), .digest(SHA256.digest(of: state.bytes)))
    }
    let folder = graph.packages[index].folder
    for file in inputs.files.ofPackage[index] {
      writer.input(.packageFile, .path(file.path.seen(from: folder)), .file(file.kind, file.content))
    }
  }

  /// Visits the pins of the resolution that a package is built with.
  func pins(of package: PackageIndex, _ writer: inout some KeyWriter) {
    for lockfile in pins.served[package] {
      for (identity, pin) in (inputs.lockfiles[lockfile]?.pins?.pins ?? [:]).sorted(by: { $0.key < $1.key }) {
        writer.text(.pin, "\(lockfile) \(identity)", pin)
      }
    }
  }

  /// Visits the module's own inputs. A file for which `isLeftOut` is true counts by name, not by content.
  func module(
    _ index: ModuleIndex, leavingOut isLeftOut: (TreeFile) -> Bool = { _ in false },
    _ writer: inout some KeyWriter
  ) {
    let module = graph.modules[index]
    writer.text(.module, "id", module.id.description)
    if let target = facts[module.package]?.targets[module.id.name] { writer.target(target, roots) }
    for (package, enabled) in traits.enabled(for: index) {
      writer.list(.trait, graph.packages[package].folder.description, enabled)
    }
    settings(of: module, &writer)
    files(of: index, leavingOut: isLeftOut, &writer)
    writer.outside(inputs.outside[index] ?? [])
    if let library = inputs.systemLibraries[index] { writer.systemLibrary(library) }
  }

  func files(
    of index: ModuleIndex, leavingOut isLeftOut: (TreeFile) -> Bool = { _ in false },
    _ writer: inout some KeyWriter
  ) {
    let folder = graph.packages[graph.modules[index].package].folder
    for file in inputs.files.own[index] {
      let content = isLeftOut(file) ? nil : file.content
      writer.input(.file, .path(file.path.seen(from: folder)), .file(file.kind, content))
    }
    for file in inputs.files.inputs[index] {
      writer.input(.input, .path(file.path.seen(from: folder)), .file(file.kind, file.content))
    }
  }
}

extension TreeFile {
  /// True for mirrors, registries and other settings that a resolution may depend on.
  fileprivate var isOfSwiftPM: Bool { path.components.contains { $0.elementsEqual(".swiftpm".utf8) } }
}

/// The traits that decide the builds of the packages behind a module, with its own package as the root.
struct ClosureTraits {
  /// The packages with traits in a module's closure, by module.
  private let packages: [ModuleIndex: Set<PackageIndex>]
  /// The enabled traits by root package, then by package.
  private let enabledByRoot: [PackageIndex: [PackageIndex: [String]]]
  private let graph: WorkspaceGraph

  /// `requested` has the traits that every build enables in its root.
  init(_ graph: WorkspaceGraph, _ scope: KeyScope, requested: RequestedTraits) {
    self.graph = graph
    var packages: [ModuleIndex: Set<PackageIndex>] = [:]
    var enabledByRoot: [PackageIndex: [PackageIndex: [String]]] = [:]
    for component in graph.hasTraits ? scope.components : [] {
      var touched = Set(component.map { graph.modules[$0].package })
        .filter { !graph.packages[$0].traits.isEmpty }
      for edge in component.flatMap({ scope.edges[$0] }) { touched.formUnion(packages[edge.target] ?? []) }
      guard !touched.isEmpty else { continue }
      for module in component {
        packages[module] = touched
        let root = graph.modules[module].package
        if enabledByRoot[root] == nil {
          enabledByRoot[root] = RootClosure(of: root, in: graph, requested: requested).declaredTraits(
            in: graph)
        }
      }
    }
    self.packages = packages
    self.enabledByRoot = enabledByRoot
  }

  /// Returns the enabled traits for a module, sorted by package.
  func enabled(for module: ModuleIndex) -> [(package: PackageIndex, traits: [String])] {
    let enabled = enabledByRoot[graph.modules[module].package] ?? [:]
    return (packages[module] ?? []).sorted().map { ($0, enabled[$0] ?? []) }
  }
}
