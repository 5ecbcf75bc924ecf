import Platform
import Support
import Workspace

/// Whether an error is the sources' or the scratch folder's, whose outputs may be stale or damaged.
extension GroupBuilder {
  /// Whether one of `culprits`, which came up for `package`, comes up from nothing too. One is enough for a package
  /// to fail, so a module with a typo costs one small build and not that of everything; a missing bracket costs
  /// no build at all.
  mutating func areReal(_ culprits: [BuildDiagnostic], _ package: PackageRun) throws(RunError) -> Bool {
    if isFromNothing || culprits.contains(where: confirmed.contains) { return true }
    guard let module = culprits.first?.module else { return true }
    let suspects = culprits.filter { $0.module == module }
    confirmed.formUnion(try suspects.filter(syntaxErrors(beside: suspects).contains))
    if suspects.contains(where: confirmed.contains) { return true }
    observer.handle(.confirming(module, suspects))
    let found = try errorsFromNothing(of: module, package)
    // Other errors than those that were seen would say as little for the folder as none.
    confirmed.formUnion(suspects.filter(found.contains))
    return suspects.contains(where: confirmed.contains)
  }

  /// What is wrong with the form of the first suspect's file. No output is needed to see that, and many errors
  /// in a file that is being edited are of this kind.
  private func syntaxErrors(beside suspects: [BuildDiagnostic]) throws(RunError) -> Set<BuildDiagnostic> {
    guard let file = suspects.first?.file, file.hasSuffix(".swift"), LocalFiles.isFile(file) else {
      return []
    }
    let outcome = try BuildRun(supervisor: supervisor).run([commands.parse(file)]) { _, _ in }
    return Set(owners.attributed(outcome.errors))
  }

  private mutating func errorsFromNothing(
    of module: ModuleID, _ package: PackageRun
  ) throws(RunError) -> [BuildDiagnostic] {
    // Its own package has less to plan than one that needs it, and in a group they agree on it.
    var package = group.packages.first { $0.folder == module.package } ?? package
    package.scratchFolder = sideFolders.confirmation
    try clear(package.scratchFolder)
    defer { LocalFiles.removeTree(sideFolders.confirmation) }
    return try invoke([commands.buildModule(module, package)], of: package).errors
  }

  /// Forgets all that was built and said, and leaves an empty scratch folder to build in.
  mutating func startOver() throws(RunError) {
    observer.handle(.startedOver(group.name))
    warnings.append(
      Warning(
        code: "stale-scratch",
        message: "what an earlier build left in \"\(group.scratchFolder)\" could not be relied on; "
          + "it was built again from nothing"))
    forgetVerdicts()
    confirmed = []
    try empty()
    try furnish()
  }

  /// Parts with all that was built in the scratch folder.
  mutating func empty() throws(RunError) {
    isFromNothing = true
    let discarded = sideFolders.discarded
    LocalFiles.removeTree(discarded)
    // In one step: half a folder is what nobody shall ever find.
    guard LocalFiles.move(group.scratchFolder, to: discarded) else { throw .unwritable(group.scratchFolder) }
    LocalFiles.removeTree(discarded)
  }
}
