import Base
import Graph

/// The outputs of a package's last build, and its inputs. While both are unchanged, there is nothing to build. SwiftPM
/// would take seconds to find that out, and is not started.
struct LastBuildPackage: Equatable {
  /// The digest of all inputs that are known before a build.
  var inputs: SHA256Digest
  /// The digests of other files that compilers read, by absolute path.
  var reads: [String: SHA256Digest]
  /// The digest of the test products and of the products beside them.
  var outputs: SHA256Digest
  var made: Made

  /// The names of all outputs after the build.
  struct Made: Equatable {
    /// The modules, including those without sources. Test modules count only with their product.
    var modules: Set<String> = []
    var products: Set<String> = []
    /// The products that surely have no case of XCTest.
    var withoutXCTest: Set<String> = []
  }
}

extension LastBuildPackage: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(inputs, reads, outputs, made) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      inputs: try reader.value(), reads: try reader.value(), outputs: try reader.value(),
      made: try reader.value())
  }
}

extension LastBuildPackage.Made: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(modules, products, withoutXCTest) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      modules: try reader.value(), products: try reader.value(), withoutXCTest: try reader.value())
  }
}

/// The test products of a package and the products beside them, compared without reading them.
struct LastBuildOutputs {
  private let names: Set<String>
  private let folder: String

  /// `modules` holds all modules that are built with the package.
  init(of modules: Set<ModuleID>, _ job: GroupJob) {
    let packages = Set(modules.map(\.package)).compactMap(job.workspace.graph.package(at:))
    names = Set(packages.flatMap { job.workspace.productKinds(of: $0, by: job.engine).keys })
    folder = job.engine.productFolder(in: job.group.scratchFolder, job.configuration)
  }

  /// The digest of paths, sizes, times and permissions.
  var digest: SHA256Digest {
    var writer = ByteWriter()
    for name in LocalFiles.names(in: folder).sorted()
    where ProductFile.names(of: name).contains(where: names.contains) {
      Self.note(name, in: folder, to: &writer)
    }
    return SHA256.digest(of: writer.bytes)
  }

  private static func note(_ name: String, in folder: String, to writer: inout ByteWriter) {
    let path = "\(folder)/\(name)"
    guard let facts = FileFacts(of: path) else { return }
    writer.values(name, facts.kind == .link, facts.kind == .folder)
    // A folder counts only by its content.
    guard facts.kind == .folder else {
      writer.values(facts.size, facts.modified.nanoseconds, Int(facts.permissions))
      return
    }
    let names = LocalFiles.names(in: path).sorted()
    writer.count(names.count)
    for name in names { note(name, in: path, to: &writer) }
  }
}

/// Finds the packages of a scratch folder that are up to date, so that they need no build.
struct UpToDateCheck {
  /// The most undeclared files that are compared. A package that reads more is always built.
  private static let mostReads = 1_000

  private let job: GroupJob
  private let inputs: LastBuildInputs

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
  func packages(in record: ScratchRecord, without outdated: Set<ModuleID>) -> [BuiltPackage] {
    guard isKnown, let known = record.ledgers[job.configuration]?.packages else { return [] }
    let upToDate = job.group.packages.compactMap { package in
      known[package.folder].flatMap { built(package, $0, without: outdated) }
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
  /// Records the packages that were built as a whole. A package without an entry is built again.
  func keep(
    _ built: some Sequence<BuiltPackage>, _ compilerReads: CompilerReads, changedPackages: Set<RelativePath>,
    in record: inout ScratchRecord
  ) {
    guard isKnown else { return }
    let evidence = BuildEvidence(job, compilerReads, changedPackages)
    for package in built where package.package.scratchFolder == job.group.scratchFolder {
      record.ledgers[job.configuration]?.packages[package.package.folder] =
        upToDate(package, compilerReads, evidence)
    }
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

/// The facts about a build's inputs that are known after the build.
struct BuildEvidence {
  /// The modules that were compiled without a dependency file.
  let silent: Set<ModuleID>
  /// The modules that have a file as their input, by absolute path.
  private let owners: [String: [ModuleID]]
  private let writes: InputWrites
  /// The modules and packages with files that were written after the inputs were looked at.
  private let touchedModules: Set<ModuleID>
  private let touchedPackages: Set<RelativePath>

  init(_ job: GroupJob, _ compilerReads: CompilerReads, _ touchedPackages: Set<RelativePath>) {
    let inputs = job.inputs
    var owners: [String: [ModuleID]] = [:]
    let modules = job.ownInputs
    for (id, module) in modules {
      for file in module.files { owners[inputs.absolutePath(of: file.path), default: []].append(id) }
      for file in module.outside { owners[file.path, default: []].append(id) }
    }
    self.owners = owners
    let writes = job.writes
    self.writes = writes
    touchedModules = Set(owners.filter { writes.include($0.key) }.flatMap(\.value))
    self.touchedPackages = touchedPackages
    silent = Self.silent(job, modules.keys, compilerReads)
  }

  private static func silent(
    _ job: GroupJob, _ modules: some Sequence<ModuleID>, _ compilerReads: CompilerReads
  ) -> Set<ModuleID> {
    let folders = job.engine.dependencyFolders(in: job.group.scratchFolder, job.configuration)
    return Set(
      modules.filter { module in
        compilerReads.modules[module] == nil
          && (folders[ModuleNames.compiled(module.name)] ?? []).contains {
            !ModuleOutputs.objects(below: $0).isEmpty
          }
      })
  }

  func isDeclared(_ file: String, by modules: Set<ModuleID>) -> Bool {
    owners[file]?.contains(where: modules.contains) ?? false
  }

  func wereTouched(_ modules: Set<ModuleID>, _ packages: Set<RelativePath>) -> Bool {
    !touchedModules.isDisjoint(with: modules) || !touchedPackages.isDisjoint(with: packages)
      || !touchedPackages.isDisjoint(with: modules.map(\.package))
  }

  func wasTouched(_ file: String) -> Bool { writes.include(file) }
}
