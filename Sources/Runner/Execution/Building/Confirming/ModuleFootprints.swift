import Base
import Graph

/// Digests of the files from which each module of a group is compiled. Later runs compare them.
struct ModuleFootprints {
  private let job: GroupJob
  private let modules: [ModuleID: SHA256Digest]
  /// The digest of what all modules share, whatever the roots of a build are. Traits depend on the roots. They show in
  /// the compiled interfaces instead.
  let surroundings: SHA256Digest

  init(_ job: GroupJob) {
    self.job = job
    modules = job.ownInputs.compactMapValues(\.digest)
    surroundings = Self.surroundings(of: job)
  }

  /// Returns the digest of the module's own files and its package's manifest. nil when a file's content is unknown.
  func own(_ module: ModuleID) -> SHA256Digest? {
    guard let digest = modules[module], let manifest = job.inputs.manifests[module.package] else {
      return nil
    }
    var writer = ByteWriter()
    writer.values(module, digest, manifest)
    return SHA256.digest(of: writer.bytes)
  }

  private static func surroundings(of job: GroupJob) -> SHA256Digest {
    let settings = job.commands.settings.build
    var writer = ByteWriter()
    writer.values(job.inputs.surroundings, job.installed)
    writer.values(settings.engine.rawValue, settings.configuration, settings.allArguments)
    return SHA256.digest(of: writer.bytes)
  }

  /// Returns the digest of a module and all its dependencies. nil when something is unknown. Undeclared imports depend
  /// on what else was built, and external packages may have another version today.
  func whole(_ module: ModuleID, builtBy command: Command) -> SHA256Digest? {
    guard let needed = plainNeeds(of: module), !needsRemotes([module] + needed) else { return nil }
    var writer = ByteWriter()
    writer.raw(Array(surroundings.bytes))
    writer.values(command.shellLine)
    for id in ([module] + needed).sorted() {
      guard let digest = own(id) else { return nil }
      writer.raw(Array(digest.bytes))
    }
    return SHA256.digest(of: writer.bytes)
  }

  /// Returns the modules that the compiler has to find for a module. nil when it needs more than interfaces and
  /// headers: programs that make sources or expand macros, or undeclared modules.
  func plainNeeds(of module: ModuleID) -> [ModuleID]? {
    let graph = job.workspace.graph
    guard let index = graph.index(of: module) else { return nil }
    let needed = job.workspace.needed(by: [index])
    guard !needed.contains(where: job.workspace.importsUndeclared),
      needed.allSatisfy({ [.library, .executable, .test, .system].contains(graph.modules[$0].kind) }),
      !needed.contains(where: {
        graph.modules[$0].isFedByPrograms || graph.modules[$0].layout.readsWholePackage
      })
    else { return nil }
    return needed.map { graph.modules[$0].id }.filter { $0 != module }
  }

  /// True when one of the modules' files was written after all inputs were looked at. The build may have read the new
  /// text.
  func wereTouched(_ modules: some Sequence<ModuleID>) -> Bool {
    let (inputs, writes) = (job.inputs, job.writes)
    let root = inputs.root == "/" ? "" : inputs.root
    return modules.contains { module in
      (inputs.modules[module]?.files ?? []).contains { file in
        let path = "\(root)/\(String(decoding: file.path.bytes, as: UTF8.self))"
        return writes.include(path)
      }
    }
  }

  private func needsRemotes(_ modules: [ModuleID]) -> Bool {
    let graph = job.workspace.graph
    return Set(modules.map(\.package)).compactMap(graph.package(at:)).contains { package in
      graph.packages[package].dependencies.contains { $0.target == .remote }
    }
  }
}
