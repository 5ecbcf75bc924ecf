import Base
import Graph

/// The interfaces of a successful build, and digests of their inputs. While both are unchanged, a dependent compiles
/// against the same interfaces as in a build from nothing.
struct InterfaceRecord: Equatable {
  var surroundings: SHA256Digest
  var modules: [ModuleID: Module] = [:]
  /// The state of interfaces from outside the workspace, by compiled module name.
  var others: [String: String] = [:]

  struct Module: Equatable {
    var inputs: SHA256Digest
    /// The sizes and times of its files. While they are unchanged, the files need not be read again.
    var stamp: String
    /// The digest of the files' contents.
    var content: SHA256Digest
  }
}

extension InterfaceRecord {
  private static func path(_ job: GroupJob) -> String {
    "\(job.group.scratchFolder)/ambit-interfaces-\(job.configuration)"
  }

  static func read(of job: GroupJob) -> InterfaceRecord? { read(path(job)) }

  /// Records the interfaces of `packages`. Call this when their build, which began at `start`, has succeeded.
  ///
  /// After a build from nothing every interface is right. Later an interface is right when it is unchanged, or was made
  /// anew from right ones. The origin of all other outputs is unknown, even after a successful build.
  static func keep(of job: GroupJob, _ packages: [PackageRun], isFromNothing: Bool, since start: FileTime) {
    guard job.inputs != .unknown else { return }
    let footprints = ModuleFootprints(job)
    let files = job.engine.interfaces(in: job.group.scratchFolder, job.configuration)
    let before = read(of: job).flatMap { $0.surroundings == footprints.surroundings ? $0 : nil }
    var record = InterfaceRecord(surroundings: footprints.surroundings, modules: before?.modules ?? [:])
    record.others = others(files, of: job)
    let closure = packages.reduce(into: Set<ModuleID>()) { $0.formUnion($1.closure) }
    for module in closure { record.modules[module] = nil }
    var made: [(module: ModuleID, entry: Module)] = []
    for module in closure {
      guard let now = entry(of: module, files, footprints, known: before?.modules[module]) else { continue }
      let isKept =
        before?.modules[module].map { $0.inputs == now.inputs && $0.content == now.content } ?? false
      if isKept { record.modules[module] = now } else { made.append((module, now)) }
    }
    if !isFromNothing {
      made.removeAll { !isWritten(files[ModuleNames.compiled($0.module.name)] ?? [], since: start) }
    }
    // A file that was saved during the build may differ from the compiled one.
    made.removeAll { footprints.wereTouched([$0.module]) }
    // Modules with few dependencies come first, so that each module's dependencies are decided before it.
    let needs = made.map { isFromNothing ? [] : footprints.plainNeeds(of: $0.module) }
    for index in made.indices.sorted(by: { (needs[$0]?.count ?? 0, $0) < (needs[$1]?.count ?? 0, $1) }) {
      guard let needed = needs[index], needed.allSatisfy({ record.modules[$0] != nil }) else { continue }
      record.modules[made[index].module] = made[index].entry
    }
    // Without the record an error is confirmed by a build from nothing, which takes longer.
    try? record.write(path(job))
  }

  private static func isWritten(_ files: [String], since start: FileTime) -> Bool {
    !files.isEmpty && files.contains { FileTimes(of: $0).map { $0.written >= start.nanoseconds } ?? false }
  }

  private static func entry(
    of module: ModuleID, _ files: [String: [String]], _ footprints: ModuleFootprints, known: Module?
  ) -> Module? {
    guard let inputs = footprints.own(module) else { return nil }
    let own = files[ModuleNames.compiled(module.name)] ?? []
    let stamp = stamp(of: own)
    if let known, known.stamp == stamp { return Module(inputs: inputs, stamp: stamp, content: known.content) }
    return Module(inputs: inputs, stamp: stamp, content: content(of: own))
  }

  /// True when all modules that `module` needs have unchanged inputs and interfaces. Its own outputs and other modules
  /// do not count.
  func vouches(for module: ModuleID, in job: GroupJob, _ footprints: ModuleFootprints) -> Bool {
    guard let needed = footprints.plainNeeds(of: module), footprints.surroundings == surroundings else {
      return false
    }
    let files = job.engine.interfaces(in: job.group.scratchFolder, job.configuration)
    return Self.others(files, of: job) == others
      && needed.allSatisfy { id in
        guard let known = modules[id], let inputs = footprints.own(id) else { return false }
        return known.inputs == inputs
          && known.content == Self.content(of: files[ModuleNames.compiled(id.name)] ?? [])
      }
  }

  private static func stamp(of files: [String]) -> String {
    files.sorted().map { "\($0) \(LocalFiles.stamp(of: $0) ?? "") \(FileTimes(of: $0)?.changed ?? 0)" }
      .joined(separator: "\n")
  }

  private static func content(of files: [String]) -> SHA256Digest {
    SHA256.digest(ofValues: files.sorted().map { SHA256.digest(of: LocalFiles.read($0) ?? []) })
  }

  private static func others(_ files: [String: [String]], of job: GroupJob) -> [String: String] {
    let own = Set(job.workspace.graph.modules.map { ModuleNames.compiled($0.id.name) })
    // SwiftPM's own module for finding tests changes with the tests.
    return files.filter { !own.contains($0.key) && !$0.key.hasSuffix("PackageDiscoveredTests") }.mapValues(
      stamp)
  }
}

extension InterfaceRecord: LedgerFile {
  func write(to writer: inout ByteWriter) { writer.values(surroundings, modules, others) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      surroundings: try reader.value(), modules: try reader.value(), others: try reader.value())
  }
}

extension InterfaceRecord.Module: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(inputs, stamp, content) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(inputs: try reader.value(), stamp: try reader.value(), content: try reader.value())
  }
}

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
    return SHA256.digest(ofValues: module, digest, manifest)
  }

  private static func surroundings(of job: GroupJob) -> SHA256Digest {
    let settings = job.commands.settings.build
    return SHA256.digest(
      ofValues: job.inputs.surroundings, job.installed, settings.engine.rawValue, settings.configuration,
      settings.allArguments)
  }

  /// Returns the digest of a module and all its dependencies. nil when something is unknown. Undeclared imports depend
  /// on what else was built, and external packages may have another version today.
  func whole(_ module: ModuleID, builtBy command: Command) -> SHA256Digest? {
    guard let needed = plainNeeds(of: module) else { return nil }
    let packages = Set(([module] + needed).map(\.package)).compactMap(job.workspace.graph.package(at:))
    guard !packages.contains(where: job.workspace.needsRemotes) else { return nil }
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
    return modules.contains { module in
      (inputs.modules[module]?.files ?? []).contains { writes.include(inputs.absolutePath(of: $0.path)) }
    }
  }
}
