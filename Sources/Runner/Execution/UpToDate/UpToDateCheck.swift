import Base
import Graph

/// Finds the packages of a scratch folder that are up to date, so that they need no build.
struct UpToDateCheck {
  /// The most undeclared files that are compared. A package that reads more is always built.
  private static let mostReads = 1_000

  private let job: GroupJob
  private let inputs: LastBuildInputs
  private var path: String { "\(job.group.scratchFolder)/ambit-standing-\(job.configuration)" }

  /// True when the inputs are known, so that they can be compared.
  private var isKnown: Bool { job.inputs != .unknown }

  init(_ job: GroupJob, _ listings: [RelativePath: PackageListing]) {
    self.job = job
    inputs = LastBuildInputs(job, listings)
  }
}

// MARK: Before a build

extension UpToDateCheck {
  /// Returns the packages that need no build, as a build would report them. None of them needs a module in `outdated`,
  /// whose outputs are deleted.
  func packages(without outdated: Set<ModuleID>) -> [BuiltPackage] {
    guard isKnown, let record = LastBuildPackages.read(path) else { return [] }
    let upToDate = job.group.packages.compactMap { package in
      record.packages[package.folder].flatMap { built(package, $0, without: outdated) }
    }
    // SwiftPM would plan for only some of the roots, which takes longer than checking all of them.
    return job.isTogether && upToDate.count < job.group.packages.count ? [] : upToDate
  }

  private func built(
    _ package: PackageRun, _ known: LastBuildPackage, without outdated: Set<ModuleID>
  ) -> BuiltPackage? {
    let asked = job.isTested(package) ? package.neededByTests : package.modules
    guard asked.allSatisfy({ known.made.modules.contains($0.id.name) }),
      let needed = inputs.modules(builtWith: package), needed.isDisjoint(with: outdated),
      inputs.digest(of: package, madeOf: needed) == known.inputs,
      LastBuildOutputs(of: needed, job).digest == known.outputs,
      known.reads.allSatisfy({ Self.digest(of: $0.key) == $0.value })
    else { return nil }
    var report = PackageReport(folder: package.folder, outcome: .built)
    report.proven = package.modules.filter { $0.kind != .test }.map(\.id)
      .filter { known.made.modules.contains($0.name) }
    let products = job.engine.testProducts(of: package).map(\.name).filter(known.made.products.contains)
    return BuiltPackage(
      package: package, report: report, canTest: true, products: products,
      withoutXCTest: products.filter(known.made.withoutXCTest.contains), made: known.made)
  }

  /// nil when the file is missing.
  private static func digest(of file: String) -> SHA256Digest? {
    LocalFiles.read(file).map { SHA256.digest(of: $0) }
  }
}

// MARK: After a build

extension UpToDateCheck {
  /// Records the packages that were built as a whole. `testimony` lists the files that compilers read.
  func keep(_ built: some Sequence<BuiltPackage>, _ compilerReads: CompilerReads) {
    guard isKnown else { return }
    var record = LastBuildPackages.read(path) ?? LastBuildPackages()
    let evidence = BuildEvidence(job, compilerReads)
    for package in built where package.package.scratchFolder == job.group.scratchFolder {
      record.packages[package.package.folder] = upToDate(package, compilerReads, evidence)
    }
    // A package without a record is built again.
    try? record.write(path)
  }

  /// nil when some inputs are unknown.
  private func upToDate(
    _ built: BuiltPackage, _ compilerReads: CompilerReads, _ evidence: BuildEvidence
  ) -> LastBuildPackage? {
    let package = built.package
    guard let made = built.made, let needed = inputs.modules(builtWith: package),
      let digest = inputs.digest(of: package, madeOf: needed),
      !evidence.wereTouched(needed, package.planned ?? []),
      evidence.silent.isDisjoint(with: needed), let reads = reads(for: needed, compilerReads, evidence)
    else { return nil }
    return LastBuildPackage(
      inputs: digest, reads: reads, outputs: LastBuildOutputs(of: needed, job).digest, made: made)
  }

  /// Returns the files that compilers read, without the declared inputs of `modules`.
  private func reads(
    for modules: Set<ModuleID>, _ compilerReads: CompilerReads, _ evidence: BuildEvidence
  ) -> [String: SHA256Digest]? {
    var found: [String: SHA256Digest] = [:]
    for file in modules.flatMap({ compilerReads.modules[$0]?.files ?? [] })
    where found[file] == nil && !evidence.isDeclared(file, by: modules) {
      guard found.count < Self.mostReads, !evidence.wasTouched(file), let digest = Self.digest(of: file)
      else {
        return nil
      }
      found[file] = digest
    }
    return found
  }
}
