import Base
import Graph

/// What each module of a group is compiled from, in digests to be compared with those of another time.
struct ModuleFootprints {
  private let job: GroupJob
  private let modules: [ModuleID: SHA256Digest]
  /// What all of them have in common, whichever packages a build has as its roots. Traits, which follow from those, show in
  /// what was compiled.
  let surroundings: SHA256Digest

  init(_ job: GroupJob) {
    self.job = job
    modules = job.inputs.modules.compactMapValues(\.digest)
    surroundings = Self.surroundings(of: job)
  }

  /// Over its own files and its package's manifest; nil when something of it cannot be compared.
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
    writer.values(job.inputs.surroundings, InstalledPackages.digest)
    writer.values(settings.engine.rawValue, settings.configuration, settings.allArguments)
    return SHA256.digest(of: writer.bytes)
  }

  /// Over a module and all that it needs; nil when that cannot be told: what is imported without a word depends on what else
  /// was built, and what comes from outside may be another version today.
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

  /// What the compiler has to find beside a module; nil where that is more than interfaces and headers: programs that
  /// make sources or expand macros, and modules that nobody declares.
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

  /// Whether one of their files was written since all were looked at: what was built then is of something else.
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
