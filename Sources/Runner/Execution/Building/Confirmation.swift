import Names
import Platform
import Support

/// Whether an error is the sources' or the scratch folder's, whose outputs may be stale or damaged.
extension GroupBuilder {
  /// What is to blame for `culprits`, which came up for `package`. One of them that comes up from nothing too is enough
  /// for a package to fail, so a module with a typo costs one small build and not that of everything; a missing bracket
  /// costs no build at all.
  mutating func blame(
    for culprits: [BuildDiagnostic], _ package: PackageRun, _ attempt: Attempt
  ) throws(RunError) -> Blame {
    if attempt.isFromNothing || culprits.contains(where: findings.confirmed.contains) { return .sources }
    guard let module = culprits.first?.module else { return .sources }
    let suspects = culprits.filter { $0.module == module }
    findings.confirmed.formUnion(try suspects.filter(syntaxErrors(beside: suspects).contains))
    if suspects.contains(where: findings.confirmed.contains) { return .sources }
    job.tell(.confirming(module, suspects))
    let found = try errorsFromNothing(of: module, package)
    // Other errors than those that were seen would say as little for the folder as none.
    findings.confirmed.formUnion(suspects.filter(found.contains))
    return suspects.contains(where: findings.confirmed.contains) ? .sources : .scratchFolder
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

  private mutating func errorsFromNothing(
    of module: ModuleID, _ package: PackageRun
  ) throws(RunError) -> [BuildDiagnostic] {
    let folder = job.sideFolders.confirmation
    // Its own package has less to plan than one that needs it, and in a group they agree on it.
    let package = (job.group.packages.first { $0.folder == module.package } ?? package).alone(in: folder)
    try job.clear(folder)
    defer { LocalFiles.removeTree(folder) }
    return try build(package, [job.commands.buildModule(job.run(of: module), package)]).errors
  }
}
