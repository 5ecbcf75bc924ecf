import Platform
import Support
import Workspace

/// What becomes of one package of a group.
extension GroupBuilder {
  /// The errors that keep `package` from being what is asked for.
  private func culprits(of package: PackageRun) -> [BuildDiagnostic] {
    errors.filter { error in error.module.map(package.closure.contains) ?? false }
  }

  func isBroken(_ package: PackageRun) -> Bool { !culprits(of: package).isEmpty }

  /// nil when what the scratch folder says cannot be relied on.
  mutating func verdict(
    on package: PackageRun, together: BuildRun.Outcome
  ) throws(RunError) -> BuiltPackage? {
    if together.isSuccess {
      return isProven(package) ? built(package, proving: whole(package)) : try buildAlone(package)
    }
    let culprits = culprits(of: package)
    guard !culprits.isEmpty else { return try buildAsRoot(package) }
    return try areReal(culprits, package) ? failed(package, culprits) : nil
  }

  /// By itself, where the group was built: what is not touched by the error, or what a build of several
  /// cannot say.
  private mutating func buildAsRoot(_ package: PackageRun) throws(RunError) -> BuiltPackage? {
    let outcome = try invoke(
      isTested(package) ? [commands.buildTestProduct(package)] : commands.build(package, action), of: package)
    errors += outcome.errors.filter { !errors.contains($0) }
    if outcome.isSuccess {
      guard isProven(package) else { return try buildAlone(package) }
      return try areReal(ownErrors(of: package), package)
        ? built(package, outcome, proving: isTested(package) ? package.closure : whole(package)) : nil
    }
    let culprits = culprits(of: package)
    guard culprits.isEmpty else {
      return try areReal(culprits, package) ? failed(package, culprits, outcome) : nil
    }
    return try judge(package, outcome)
  }

  /// An error that is nobody's, as of a linker.
  private mutating func judge(
    _ package: PackageRun, _ outcome: BuildRun.Outcome
  ) throws(RunError) -> BuiltPackage? {
    // By itself, and from nothing or soon so: no other build could say more.
    guard isTogether else { return isFromNothing ? failed(package, outcome.errors, outcome) : nil }
    let alone = try buildAlone(package)
    // Where it builds elsewhere, this folder is not to be trusted with the other packages either.
    return isFromNothing || alone.report.outcome == .buildFailed ? alone : nil
  }

  /// As if nothing had ever been built: the last word.
  private mutating func buildAlone(_ package: PackageRun) throws(RunError) -> BuiltPackage {
    var package = package
    package.scratchFolder = sideFolders.alone(package.folder)
    try clear(package.scratchFolder)
    let outcome = try invoke(commands.build(package, action), of: package)
    guard outcome.isSuccess else { return failed(package, outcome.errors, outcome) }
    guard isProven(package) else {
      throw RunError(
        code: "not-built",
        "SwiftPM builds the package \"//\(package.folder)\" without an error, "
          + "but not all of its modules")
    }
    return built(package, outcome, proving: whole(package))
  }

  private func isTested(_ package: PackageRun) -> Bool { action == .test && !package.tests.isEmpty }

  /// What a build of the package makes that is not limited to its tests.
  private func whole(_ package: PackageRun) -> Set<ModuleID> {
    isTested(package) && package.testsOnly ? package.closure : Set(package.modules.map(\.id))
  }

  mutating func invoke(_ builds: [Command], of package: PackageRun) throws(RunError)
    -> BuildRun.Outcome
  {
    let observer = observer
    return try count(builds) { observer.handle(.buildOutput(package.folder, $0, $1)) }
  }
}

// MARK: Proof

extension GroupBuilder {
  private mutating func isProven(_ package: PackageRun) -> Bool {
    guard let proof = proof(of: package.scratchFolder) else { return false }
    let modules =
      isTested(package) ? package.modules.filter { package.tests.contains($0.id) } : package.modules
    let missing = modules.filter { !proof.holds($0) && hasSources($0) }
    let needsProduct =
      action == .test
      && package.tests.contains { id in
        proof.holds(ModuleRun(id: id, kind: .test))
      }
    return missing.isEmpty && (!needsProduct || proof.holdsTestProduct(of: package))
  }

  /// A plan of a hundred packages has megabytes.
  private mutating func proof(of scratch: String) -> BuildProof? {
    if let known = proofs[scratch] { return known }
    let proof = BuildProof(scratch: scratch, configuration: commands.settings.configuration)
    proofs[scratch] = proof
    return proof
  }

  /// SwiftPM passes over a target whose folder holds nothing to compile, and rightly so.
  private func hasSources(_ module: ModuleRun) -> Bool {
    workspace.sourceFolder(of: module.id).map { SourceFiles.exist(below: $0) } ?? true
  }
}

// MARK: Reports

extension GroupBuilder {
  /// Of something of the package that no test needs.
  private func ownErrors(of package: PackageRun) -> [BuildDiagnostic] {
    errors.filter { $0.module?.package == package.folder }
  }

  /// `modules` are those that this build made, of this and other packages.
  private mutating func built(
    _ package: PackageRun, _ outcome: BuildRun.Outcome? = nil, proving modules: Set<ModuleID>
  ) -> BuiltPackage {
    // An older product may still lie there, and would answer for tests that are gone.
    if isTested(package), proof(of: package.scratchFolder)?.holdsTestProduct(of: package) != true {
      return failed(package, [Self.withoutProduct(package)], outcome)
    }
    let own = ownErrors(of: package)
    var report = PackageReport(
      folder: package.folder, outcome: own.isEmpty ? .built : .buildFailed, errors: own)
    report.add(outcome)
    if own.isEmpty { report.proven = proven(package, among: modules) }
    return BuiltPackage(
      package: package, report: report, canTest: true,
      hasNoXCTest: !commands.settings.hasOwnEntryPoint
        && proof(of: package.scratchFolder)?.hasNoXCTest(package) ?? false)
  }

  private static func withoutProduct(_ package: PackageRun) -> BuildDiagnostic {
    BuildDiagnostic(
      message:
        "no test target of the package \"//\(package.folder)\" has a source, so SwiftPM makes no test product",
      module: package.tests.first)
  }

  private mutating func proven(_ package: PackageRun, among made: Set<ModuleID>) -> [ModuleID] {
    guard let proof = proof(of: package.scratchFolder) else { return [] }
    return package.modules.filter { module in
      module.kind != .test && made.contains(module.id) && (proof.holds(module) || !hasSources(module))
    }.map(\.id)
  }

  /// An error of another package of the plan is listed with that one.
  private func saidHere(_ errors: [BuildDiagnostic], _ package: PackageRun) -> [BuildDiagnostic] {
    let mine = errors.filter { error in
      guard let owner = error.module?.package, owner != package.folder else { return true }
      return !planned.contains(owner)
    }
    guard mine.isEmpty, let module = errors.first?.module else { return mine }
    return [BuildDiagnostic(message: "it needs \(module), which does not compile", module: module)]
  }

  private func failed(
    _ package: PackageRun, _ errors: [BuildDiagnostic], _ outcome: BuildRun.Outcome? = nil
  ) -> BuiltPackage {
    var report = PackageReport(
      folder: package.folder, outcome: .buildFailed, errors: saidHere(errors, package))
    report.add(outcome)
    return BuiltPackage(package: package, report: report, canTest: false, culprits: errors)
  }
}

extension PackageReport {
  fileprivate mutating func add(_ outcome: BuildRun.Outcome?) {
    seconds += outcome?.seconds ?? 0
    invocations += outcome?.invocations ?? 0
  }
}
