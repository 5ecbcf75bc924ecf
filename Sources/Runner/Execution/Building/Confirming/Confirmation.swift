import Base

/// Finds out whether an error comes from the sources or from older outputs, which may be stale or damaged.
extension GroupBuilder {
  /// Returns the cause of `culprits`, the errors that keep `package` from building. The sources are to blame when one
  /// error also comes up without older outputs.
  mutating func blame(
    for culprits: [BuildDiagnostic], _ package: PackageRun, _ attempt: Attempt
  ) throws(RunError) -> Blame {
    guard !attempt.isFromNothing, let module = culprits.first?.module else { return .sources }
    let suspects = culprits.filter { $0.module == module }
    unconfirmed = nil
    let isConfirmed = try job.control.confirmed.any(of: culprits) { () throws(RunError) in
      try confirmed(suspects, of: module, package)
    }
    guard !isConfirmed else { return .sources }
    return unconfirmed.map { reason in
      .nobody(
        RunError(
          code: reason.code,
          "\(module) does not compile with older build output, and the cause is unknown: "
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
  ) throws(RunError) -> Set<BuildDiagnostic> {
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
  private func syntaxErrors(beside suspects: [BuildDiagnostic]) throws(RunError) -> Set<BuildDiagnostic> {
    guard let file = suspects.first?.file, file.hasSuffix(".swift"), LocalFiles.isFile(file) else {
      return []
    }
    let outcome = try BuildRun(job).run([job.commands.parse(file)], in: job.group.scratchFolder) { _, _ in }
    return Set(job.owners.attributed(outcome.errors))
  }

  /// Returns the errors of compiling the module by itself, without its own older outputs.
  private mutating func errorsAlone(
    of module: ModuleID, _ footprints: ModuleFootprints
  ) throws(RunError) -> Set<BuildDiagnostic> {
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
    guard LocalFiles.makeFolders(folder, mode: 0o755) else { throw .unwritable(folder) }
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
  ) throws(RunError) -> [BuildDiagnostic] {
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
