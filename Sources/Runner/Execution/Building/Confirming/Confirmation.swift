import Base

/// Whether an error is the sources' or the scratch folder's, whose outputs may be stale or damaged.
extension GroupBuilder {
  /// What is to blame for `culprits`, which came up for `package`. One of them that comes up without older outputs too is
  /// enough for a package to fail.
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
          "\(module) does not compile upon older outputs, and whether they are to blame cannot be told: "
            + reason.message))
    } ?? .scratchFolder
  }

  /// Those of `suspects` that are the sources', by the first of these that says so: the form of a file, which needs no
  /// output; that they came up from the same sources before; the module alone, compiled against interfaces that are
  /// vouched for; the module and all that it needs, from nothing.
  private mutating func confirmed(
    _ suspects: [BuildDiagnostic], of module: ModuleID, _ package: PackageRun
  ) throws(RunError) -> Set<BuildDiagnostic> {
    var found = Set(suspects.filter(try syntaxErrors(beside: suspects).contains))
    guard found.isEmpty else { return found }
    let footprints = ModuleFootprints(job)
    // Wherever it is built: another group may have come upon it before.
    let inputs = footprints.whole(module, builtBy: own(module, package, in: "/"))
    var record = ConfirmedErrorRecord.read(of: job)
    found = Set(inputs.map { record.known(among: suspects, of: module, $0) } ?? [])
    guard found.isEmpty else { return found }
    found = Set(suspects.filter(try errorsAlone(of: module, footprints).contains))
    if found.isEmpty {
      job.tell(.confirming(module, suspects))
      // Other errors than those that were seen would say as little for the folder as none.
      found = Set(suspects.filter(try errorsFromNothing(of: module, package).contains))
    }
    // What was saved meanwhile may be what the error is of.
    if let inputs, !footprints.wereTouched([module] + (footprints.plainNeeds(of: module) ?? [])) {
      record.keep(found, of: module, inputs, in: job)
    }
    return found
  }

  /// What is wrong with the form of the first suspect's file. No output is needed to see that, and many errors
  /// in a file that is being edited are of this kind.
  private func syntaxErrors(beside suspects: [BuildDiagnostic]) throws(RunError) -> Set<BuildDiagnostic> {
    guard let file = suspects.first?.file, file.hasSuffix(".swift"), LocalFiles.isFile(file) else {
      return []
    }
    let outcome = try BuildRun(job).run([job.commands.parse(file)], in: job.group.scratchFolder) { _, _ in }
    return Set(job.owners.attributed(outcome.errors))
  }

  /// What comes up when the module is compiled by itself, with nothing of its own that was there before.
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

  /// What builds the module. Its own package has less to plan than one that needs it, and in a group they agree on it.
  private func own(_ module: ModuleID, _ package: PackageRun, in folder: String) -> Command {
    let package = job.group.packages.first { $0.folder == module.package } ?? package
    return job.commands.buildModule(job.run(of: module), package.alone(in: folder))
  }
}
