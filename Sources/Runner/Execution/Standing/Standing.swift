import Base
import Graph

/// Which packages of a scratch folder are as their last build left them.
struct Standing {
  /// Who reads more that nobody declares is built each time.
  private static let mostReads = 1_000

  private let job: GroupJob
  private let inputs: StandingInputs
  private var path: String { "\(job.group.scratchFolder)/ambit-standing-\(job.configuration)" }

  /// Whether anything is known that could be compared.
  private var isKnown: Bool { job.inputs != .unknown }

  init(_ job: GroupJob, _ listings: [RelativePath: PackageListing]) {
    self.job = job
    inputs = StandingInputs(job, listings)
  }
}

// MARK: Before a build

extension Standing {
  /// The packages that need no build, as a build would find them; none of them needs one of `outdated`, whose outputs go.
  func packages(without outdated: Set<ModuleID>) -> [BuiltPackage] {
    guard isKnown, let record = StandingPackages.read(path) else { return [] }
    let standing = job.group.packages.compactMap { package in
      record.packages[package.folder].flatMap { built(package, $0, without: outdated) }
    }
    // SwiftPM would have to plan for some roots of many, which takes longer than to look at all of them.
    return job.isTogether && standing.count < job.group.packages.count ? [] : standing
  }

  private func built(
    _ package: PackageRun, _ known: StandingPackage, without outdated: Set<ModuleID>
  ) -> BuiltPackage? {
    let asked = job.isTested(package) ? package.neededByTests : package.modules
    guard asked.allSatisfy({ known.made.modules.contains($0.id.name) }),
      let needed = inputs.modules(builtWith: package), needed.isDisjoint(with: outdated),
      inputs.digest(of: package, madeOf: needed) == known.inputs,
      StandingOutputs(of: needed, job).digest == known.outputs,
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

  /// nil when it is not there.
  private static func digest(of file: String) -> SHA256Digest? {
    LocalFiles.read(file).map { SHA256.digest(of: $0) }
  }
}

// MARK: After a build

extension Standing {
  /// Notes what stands now, of packages that were built as a whole. `testimony` is what was read for them.
  func keep(_ built: some Sequence<BuiltPackage>, _ testimony: Testimony) {
    guard isKnown else { return }
    var record = StandingPackages.read(path) ?? StandingPackages()
    let evidence = BuildEvidence(job, testimony)
    for package in built where package.package.scratchFolder == job.group.scratchFolder {
      record.packages[package.package.folder] = standing(package, testimony, evidence)
    }
    // What cannot be kept is built again.
    try? record.write(path)
  }

  /// nil when it cannot be told what it was built from.
  private func standing(
    _ built: BuiltPackage, _ testimony: Testimony, _ evidence: BuildEvidence
  ) -> StandingPackage? {
    let package = built.package
    guard let made = built.made, let needed = inputs.modules(builtWith: package),
      let digest = inputs.digest(of: package, madeOf: needed),
      !evidence.wereTouched(needed, package.planned ?? []),
      evidence.silent.isDisjoint(with: needed), let reads = reads(for: needed, testimony, evidence)
    else { return nil }
    return StandingPackage(
      inputs: digest, reads: reads, outputs: StandingOutputs(of: needed, job).digest, made: made)
  }

  /// What was read that is no declared input of any of `modules`.
  private func reads(
    for modules: Set<ModuleID>, _ testimony: Testimony, _ evidence: BuildEvidence
  ) -> [String: SHA256Digest]? {
    var found: [String: SHA256Digest] = [:]
    for file in modules.flatMap({ testimony.modules[$0]?.files ?? [] })
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
