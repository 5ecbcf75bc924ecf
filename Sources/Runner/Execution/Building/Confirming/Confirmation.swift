import Base

/// The compiler's command for one module, without its older outputs. It writes only where no other build reads.
struct LoneCompilation: Equatable {
  let compiler: String
  let arguments: [String]

  private static let moduleCache = "-module-cache-path"

  /// The flags that run programs. The record of interfaces does not cover the sources of programs.
  private static let programs: Set = [
    "-load-plugin-executable", "-load-plugin-library", "-plugin-path", "-external-plugin-path",
    "-in-process-plugin-server-path",
  ]

  /// The flags that write or use outputs, each with the number of words that follow it.
  private static let dropped: [String: Int] = [
    "-incremental": 0, "-emit-dependencies": 0, "-emit-module": 0, "-emit-module-path": 1,
    "-output-file-map": 1,
    "-emit-objc-header": 0, "-emit-objc-header-path": 1, "-serialize-diagnostics": 0, "-index-store-path": 1,
    // Ambit reads errors in the form for people.
    "-parseable-output": 0,
  ]

  /// `words` is the command of a plan for `scratch`. Module caches go to `folder`. nil when the command compiles no
  /// Swift, runs programs, or might write elsewhere.
  init?(_ words: [String], plannedIn scratch: String, in folder: String) {
    guard let compiler = words.first, words.contains("-c"), words.contains("-module-name") else { return nil }
    self.compiler = compiler
    var arguments: [String] = []
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      // The word after `-X...` is for another program, even when it looks like a flag.
      if word.hasPrefix("-X"), let value = rest.popFirst() {
        guard !Self.programs.contains(value) else { return nil }
        arguments += [word, value]
      } else if word == Self.moduleCache, let path = rest.popFirst() {
        arguments += [word, "\(folder)/\(path.path(below: scratch) ?? "modules")"]
      } else if let following = Self.dropped[word] {
        rest = rest.dropFirst(following)
      } else {
        guard !Self.programs.contains(word), !word.hasPrefix("-emit-"), !word.hasSuffix("-path") else {
          return nil
        }
        arguments.append(word)
      }
    }
    self.arguments = arguments
  }
}

/// Finds out whether an error comes from the sources or from older outputs, which may be stale or damaged.
extension GroupBuilder {
  /// Returns the cause of `culprits`, the errors that keep `package` from building. The sources are to blame when one
  /// error also comes up without older outputs.
  mutating func blame(
    for culprits: [BuildDiagnostic], _ package: PackageRun, _ attempt: Attempt
  ) throws(Failure) -> Blame {
    guard !attempt.isFromNothing, let module = culprits.first?.module else { return .sources }
    let suspects = culprits.filter { $0.module == module }
    unconfirmed = nil
    let isConfirmed = try job.control.confirmed.any(of: culprits) { () throws(Failure) in
      try confirmed(suspects, of: module, package)
    }
    guard !isConfirmed else { return .sources }
    return unconfirmed.map { reason in
      .nobody(
        Failure(
          code: reason.code,
          message: "\(module) does not compile with older build output, and the cause is unknown: "
            + reason.message))
    } ?? .scratchFolder
  }

  /// Returns the errors in `suspects` that come from the sources.
  ///
  /// Four checks follow one another until one finds such an error:
  /// - The file does not parse, which needs no outputs.
  /// - The same sources gave the same error before.
  /// - The module alone fails against interfaces that are known to be right.
  /// - The module fails when it and its dependencies are built from nothing.
  private mutating func confirmed(
    _ suspects: [BuildDiagnostic], of module: ModuleID, _ package: PackageRun
  ) throws(Failure) -> Set<BuildDiagnostic> {
    var found = Set(suspects.filter(try syntaxErrors(beside: suspects).contains))
    guard found.isEmpty else { return found }
    let footprints = ModuleFootprints(job)
    // The record holds for every folder, since another group may have seen the error before.
    let inputs = footprints.whole(module, builtBy: own(module, package, in: "/"))
    var record = ConfirmedErrorRecord.read(of: job)
    found = Set(inputs.map { record.known(among: suspects, of: module, $0) } ?? [])
    guard found.isEmpty else { return found }
    found = Set(suspects.filter(try errorsAlone(of: module, footprints).contains))
    if found.isEmpty {
      job.tell(.confirming(module, suspects))
      // A failure with other errors says as little about these errors as a success.
      found = Set(suspects.filter(try errorsFromNothing(of: module, package).contains))
    }
    // A file that was saved meanwhile may be the one with the error.
    if let inputs, !footprints.wereTouched([module] + (footprints.plainNeeds(of: module) ?? [])) {
      record.keep(found, of: module, inputs, in: job)
    }
    return found
  }

  /// Returns the errors of parsing the first suspect's file. Parsing needs no outputs. A file that is being edited
  /// often has such errors.
  private func syntaxErrors(beside suspects: [BuildDiagnostic]) throws(Failure) -> Set<BuildDiagnostic> {
    guard let file = suspects.first?.file, file.hasSuffix(".swift"), LocalFiles.isFile(file) else {
      return []
    }
    let outcome = try BuildRun(job).run([job.commands.parse(file)], in: job.group.scratchFolder) { _, _ in }
    return Set(job.owners.attributed(outcome.errors))
  }

  /// Returns the errors of compiling the module by itself, without its own older outputs.
  private mutating func errorsAlone(
    of module: ModuleID, _ footprints: ModuleFootprints
  ) throws(Failure) -> Set<BuildDiagnostic> {
    guard let record = InterfaceRecord.read(of: job), record.vouches(for: module, in: job, footprints),
      let words = job.engine.compilation(
        of: ModuleNames.compiled(module.name), in: job.group.scratchFolder, job.configuration),
      let lone = LoneCompilation(
        words, plannedIn: LocalFiles.resolved(job.group.scratchFolder) ?? job.group.scratchFolder,
        in: job.sideFolders.lone)
    else { return [] }
    let folder = job.sideFolders.lone
    LocalFiles.removeTree(folder)
    job.interfaces?.give(to: folder, for: job.commands)
    guard LocalFiles.makeFolders(folder, mode: 0o755) else { throw .scratchUnwritable(folder) }
    defer { LocalFiles.removeTree(folder) }
    let command = Command(
      executable: lone.compiler, arguments: lone.arguments, environment: job.commands.environment.swiftPM,
      workingFolder: folder)
    let outcome = try BuildRun(job).run([command], in: job.group.scratchFolder) { _, _ in }
    unconfirmed = outcome.noVerdict
    return outcome.isSuccess ? [] : Set(job.owners.attributed(outcome.errors))
  }

  private mutating func errorsFromNothing(
    of module: ModuleID, _ package: PackageRun
  ) throws(Failure) -> [BuildDiagnostic] {
    let folder = job.sideFolders.confirmation
    try job.clear(folder)
    defer { LocalFiles.removeTree(folder) }
    let outcome = try build(package.alone(in: folder), [own(module, package, in: folder)])
    unconfirmed = outcome.noVerdict
    return outcome.errors
  }

  /// Returns the build of the module. It plans for the module's own package, which is smaller than its dependents.
  private func own(_ module: ModuleID, _ package: PackageRun, in folder: String) -> Command {
    let package = job.group.packages.first { $0.folder == module.package } ?? package
    return job.commands.buildModule(job.run(of: module), package.alone(in: folder))
  }
}

/// The errors of this run that are known to come from the sources, in whatever group they came up.
final class ConfirmedErrors: Sendable {
  private let known = Guarded<Set<BuildDiagnostic>>([])

  /// Runs `confirm` unless one of `errors` is known, and keeps its result. Two groups with the same error at a time
  /// confirm it once.
  func any(
    of errors: [BuildDiagnostic], orAfter confirm: () throws(Failure) -> Set<BuildDiagnostic>
  ) throws(Failure) -> Bool {
    try known.with { known throws(Failure) in
      if errors.contains(where: known.contains) { return true }
      known.formUnion(try confirm())
      return errors.contains(where: known.contains)
    }
  }
}

/// The same errors from one run to the next, for modules that have not changed. The file lies beside the scratch
/// folders.
struct ConfirmedErrorRecord: Equatable {
  var modules: [ModuleID: Module] = [:]

  struct Module: Equatable {
    /// The digest of all files from which the module was compiled.
    var inputs: SHA256Digest
    var errors: [SHA256Digest]
  }

  private static func path(_ job: GroupJob) -> String {
    "\(LocalFiles.folder(of: job.group.scratchFolder))/errors-\(job.configuration)"
  }

  static func read(of job: GroupJob) -> ConfirmedErrorRecord { read(path(job)) ?? ConfirmedErrorRecord() }

  /// Returns the errors in `errors` that came up from the same `inputs` before.
  func known(among errors: [BuildDiagnostic], of module: ModuleID, _ inputs: SHA256Digest)
    -> [BuildDiagnostic]
  {
    guard let known = modules[module], known.inputs == inputs else { return [] }
    return errors.filter { known.errors.contains($0.digest) }
  }

  /// Keeps only the last errors of each module. Nobody sees the older ones again once they are fixed.
  mutating func keep(
    _ errors: Set<BuildDiagnostic>, of module: ModuleID, _ inputs: SHA256Digest, in job: GroupJob
  ) {
    guard !errors.isEmpty else { return }
    modules[module] = Module(
      inputs: inputs, errors: errors.map(\.digest).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) })
    try? write(Self.path(job))
  }
}

extension BuildDiagnostic {
  fileprivate var digest: SHA256Digest { SHA256.digest(ofValues: file ?? "", line ?? 0, message) }
}

extension ConfirmedErrorRecord: LedgerFile {
  func write(to writer: inout ByteWriter) { writer.values(modules) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) { self.init(modules: try reader.value()) }
}

extension ConfirmedErrorRecord.Module: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(inputs, errors) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(inputs: try reader.value(), errors: try reader.value())
  }
}
