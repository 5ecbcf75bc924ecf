import Base
import Graph

/// Judges one package of a group. A package without a verdict from the common build is built again: as the only root in
/// the group's folder, or alone in an empty folder.
extension GroupBuilder {
  mutating func judgement(
    of package: PackageRun, after together: BuildRun.Outcome, in attempt: Attempt
  ) throws(Failure) -> Judgement {
    let outcome = try completed(together, package)
    if outcome.isSuccess {
      return .verdict(
        isProven(package) && !seesOutOfReach(package)
          ? notingAll(built(package, proving: whole(package))) : try buildAlone(package))
    }
    let culprits = findings.culprits(of: package)
    // Any of several packages may be the one that cannot be built.
    if culprits.isEmpty, !job.isTogether, !outcome.isWorthAnotherTry, let reason = outcome.noVerdict {
      return .verdict(unjudged(package, reason))
    }
    // Without an error in its modules the same build gets a second try, since engines fail now and then.
    guard !culprits.isEmpty else { return try buildAsRoot(package, attempt) }
    if seesOutOfReach(package) { return .verdict(try buildAlone(package)) }
    return try judgement(blaming: culprits, of: package, attempt) { $0.failed(package, culprits) }
  }

  /// Builds a package that no error concerns, or of which the common build says nothing.
  private mutating func buildAsRoot(_ package: PackageRun, _ attempt: Attempt) throws(Failure) -> Judgement {
    let isLimited = isForTestsAlone(package)
    var withSources = package
    withSources.tests.removeAll { !job.hasSources(ModuleRun(id: $0, kind: .test)) }
    let outcome = try build(
      package,
      isLimited ? job.commands.buildTestsAlone(withSources) : job.commands.build(package, job.action))
    findings.add(outcome.errors)
    if outcome.isSuccess {
      guard isProven(package), !seesOutOfReach(package) else { return .verdict(try buildAlone(package)) }
      let made = isLimited ? package.closure : whole(package)
      return try judgement(blaming: findings.ownErrors(of: package), of: package, attempt) {
        $0.built(package, outcome, proving: made)
      }
    }
    let culprits = findings.culprits(of: package)
    guard culprits.isEmpty else {
      if seesOutOfReach(package) { return .verdict(try buildAlone(package)) }
      return try judgement(blaming: culprits, of: package, attempt) { $0.failed(package, culprits, outcome) }
    }
    if let reason = outcome.noVerdict { return .verdict(unjudged(package, reason, outcome)) }
    return try judge(package, outcome, attempt)
  }

  /// True when building the package's tests is enough. While no package of the group has an error, it is not enough:
  /// the reason why the group failed is unknown.
  private func isForTestsAlone(_ package: PackageRun) -> Bool {
    job.isForTestsAlone(package) && job.group.packages.contains(where: findings.isBroken)
  }

  /// Returns `verdict` when these errors come from the sources.
  private mutating func judgement(
    blaming errors: [BuildDiagnostic], of package: PackageRun, _ attempt: Attempt,
    _ verdict: (inout GroupBuilder) -> BuiltPackage
  ) throws(Failure) -> Judgement {
    switch try blame(for: errors, package, attempt) {
    case .sources: .verdict(verdict(&self))
    case .scratchFolder: .distrusted
    case .nobody(let reason): .verdict(unjudged(package, reason, seeing: errors))
    }
  }

  /// Judges an error without a module, such as a linker's.
  private mutating func judge(
    _ package: PackageRun, _ outcome: BuildRun.Outcome, _ attempt: Attempt
  ) throws(Failure) -> Judgement {
    // No other build can say more about a package that is always built by itself.
    guard job.isShared else {
      guard attempt.isFromNothing else { return .distrusted }
      return .verdict(
        outcome.crash.map { unjudged(package, $0, outcome) } ?? failed(package, outcome.errors, outcome))
    }
    let isMisled = seesOutOfReach(package)
    let alone = try buildAlone(package)
    // When the package builds elsewhere, this folder cannot be trusted for the other packages either.
    return attempt.isFromNothing || isMisled || alone.report.outcome == .buildFailed
      ? .verdict(alone) : .distrusted
  }

  /// Builds by name the modules that the engine left out. Returns that build's outcome, or `outcome` when none is
  /// missing.
  private mutating func completed(
    _ outcome: BuildRun.Outcome, _ package: PackageRun
  ) throws(Failure) -> BuildRun.Outcome {
    guard job.engine.leavesOut, outcome.isSuccess, package.extent != .possible,
      let proof = proof(of: package.scratchFolder)
    else { return outcome }
    let missing = package.modules.filter { module in
      [.library, .executable].contains(module.kind) && !proof.holds(module) && job.hasSources(module)
    }
    guard !missing.isEmpty else { return outcome }
    try ScratchRecord.update(in: package.scratchFolder) { record in
      record.leftOut.formUnion(missing.map(\.id).compiledNames.map(String.init))
    }
    let rest = try build(package, missing.map { job.commands.buildModule($0, package) })
    findings.add(rest.errors)
    return rest
  }

  /// Builds the package in an empty folder. This verdict is final.
  private mutating func buildAlone(_ package: PackageRun) throws(Failure) -> BuiltPackage {
    let package = package.alone(in: job.sideFolders.alone(package.folder))
    try job.clear(package.scratchFolder)
    let outcome = try completed(try build(package, job.commands.build(package, job.action)), package)
    guard outcome.isSuccess else {
      if let reason = outcome.noVerdict ?? outcome.crash { return unjudged(package, reason, outcome) }
      return failed(package, outcome.errors, outcome)
    }
    let missing = unproven(package)
    guard missing?.isEmpty == true else { throw .unbuilt(package, missing: missing) }
    findings.dropErrors(of: package)
    return built(package, outcome, proving: whole(package))
  }

  /// True when the verdict of the common build may be another one than that of a build of the package alone.
  private mutating func seesOutOfReach(_ package: PackageRun) -> Bool {
    guard package.scratchFolder == job.group.scratchFolder else { return false }
    var modules = foreignModules ?? ForeignModules(job, compilerReads())
    defer { foreignModules = modules }
    // Without a plan nothing is known of the folder.
    return modules?.areSeen(by: package)
      ?? package.closure.contains { !job.workspace.modulesAsked(by: $0).isEmpty }
  }

  /// Returns the modules that a build of the package makes when it is not limited to its tests.
  private func whole(_ package: PackageRun) -> Set<ModuleID> {
    job.isTested(package) && package.extent == .possible
      ? package.closure : Set(package.modules.map(\.id))
  }
}

// MARK: Proof

extension GroupBuilder {
  /// Returns `built` with all outputs of its whole package.
  private mutating func notingAll(_ built: BuiltPackage) -> BuiltPackage {
    let package = built.package
    guard built.report.outcome == .built, let proof = proof(of: package.scratchFolder) else { return built }
    let modules = job.workspace.modules(ofPackages: [package.folder]).map(job.run)
    let products = job.engine.testProducts(of: package).filter { built.products.contains($0.name) }
    let tested = Set(products.flatMap(\.modules))
    let made = modules.filter { module in
      proof.holds(module) && (module.kind != .test || tested.contains(module.id.name))
        || !job.hasSources(module)
    }
    var built = built
    built.made = LastBuildPackage.Made(
      modules: Set(made.map(\.id.name)), products: Set(built.products),
      withoutXCTest: Set(built.withoutXCTest))
    return built
  }

  private mutating func isProven(_ package: PackageRun) -> Bool { unproven(package)?.isEmpty ?? false }

  /// Returns the names of outputs that were asked for and are missing. nil when there is no plan to compare with.
  private mutating func unproven(_ package: PackageRun) -> [String]? {
    guard let proof = proof(of: package.scratchFolder) else { return nil }
    let modules =
      job.isTested(package) ? package.neededByTests : package.modules
    let missing = modules.filter { !proof.holds($0) && job.hasSources($0) }.map(\.id.name)
    guard job.action == .test else { return missing }
    let made = package.tests.filter { proof.holds(ModuleRun(id: $0, kind: .test)) }.map(\.name)
    let products = job.engine.testProducts(of: package).filter { product in
      product.modules.contains(where: made.contains) && !proof.holds(product)
    }
    return missing + products.map(\.file)
  }

  private mutating func proven(_ package: PackageRun, among made: Set<ModuleID>) -> [ModuleID] {
    guard let proof = proof(of: package.scratchFolder) else { return [] }
    return package.modules.filter { module in
      module.kind != .test && made.contains(module.id) && (proof.holds(module) || !job.hasSources(module))
    }.map(\.id)
  }
}

// MARK: Reports

extension GroupBuilder {
  /// `modules` are the modules that this build made, of this and other packages.
  private mutating func built(
    _ package: PackageRun, _ outcome: BuildRun.Outcome? = nil, proving modules: Set<ModuleID>
  ) -> BuiltPackage {
    let proof = proof(of: package.scratchFolder)
    // Products are proven, since an older product would run tests that no longer exist.
    let made = job.engine.testProducts(of: package).filter { proof?.holds($0) ?? false }
    if job.isTested(package), made.isEmpty { return failed(package, [Self.withoutProduct(package)], outcome) }
    let own = findings.ownErrors(of: package)
    var report = PackageReport(
      folder: package.folder, outcome: own.isEmpty ? .built : .buildFailed, errors: own)
    report.add(outcome)
    if own.isEmpty { report.proven = proven(package, among: modules) }
    return BuiltPackage(
      package: package, report: report, canTest: true, products: made.map(\.name),
      withoutXCTest: job.commands.settings.build.hasOwnEntryPoint
        ? [] : made.filter { proof?.hasNoXCTest($0, of: package) ?? false }.map(\.name))
  }

  private static func withoutProduct(_ package: PackageRun) -> BuildDiagnostic {
    BuildDiagnostic(
      message:
        "no test target of the package \"//\(package.folder)\" has a source file, so SwiftPM builds no tests",
      module: package.tests.first)
  }

  /// An error in another package of the plan is reported there.
  private func saidHere(_ errors: [BuildDiagnostic], _ package: PackageRun) -> [BuildDiagnostic] {
    let mine = errors.filter { error in
      guard let owner = error.module?.package, owner != package.folder else { return true }
      return !job.planned.contains(owner)
    }
    guard mine.isEmpty, let module = errors.first?.module else { return mine }
    return [BuildDiagnostic(message: "it needs \(module), which does not compile", module: module)]
  }

  /// Makes the report of a package whose sources were not judged, for `reason`.
  private func unjudged(
    _ package: PackageRun, _ reason: Failure, _ outcome: BuildRun.Outcome? = nil,
    seeing errors: [BuildDiagnostic] = []
  ) -> BuiltPackage {
    var report = PackageReport(folder: package.folder, withoutVerdict: reason)
    report.errors += errors
    report.add(outcome)
    return BuiltPackage(package: package, report: report, canTest: false)
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

/// The cause of an error.
enum Blame {
  case sources
  /// Older outputs are stale or damaged.
  case scratchFolder
  /// The build that would find the cause could not be made.
  case nobody(Failure)
}
