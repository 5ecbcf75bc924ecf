import Base
import Graph

/// What a package's last build made, and of what. While both are as they were there is nothing to build, and SwiftPM, which
/// takes seconds to find that out, need not be asked.
struct StandingPackage: Equatable {
  /// Over all that it was built from, as far as that is known before a build.
  var inputs: SHA256Digest
  /// What compilers read besides, by absolute path.
  var reads: [String: SHA256Digest]
  /// Over what tests are started from, and find beside themselves.
  var outputs: SHA256Digest
  var made: Made

  /// What was there after the build, by name.
  struct Made: Equatable {
    /// Its modules; one without sources has nothing to be made of. Tests only with their product.
    var modules: Set<String> = []
    var products: Set<String> = []
    /// Those among the products that surely have no case of XCTest.
    var withoutXCTest: Set<String> = []
  }
}

/// Those of a scratch folder.
struct StandingPackages: Equatable {
  var packages: [RelativePath: StandingPackage] = [:]
}

extension StandingPackages: LedgerFile {
  func write(to writer: inout ByteWriter) { writer.values(packages) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) { self.init(packages: try reader.value()) }
}

extension StandingPackage: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(inputs, reads, outputs, made) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      inputs: try reader.value(), reads: try reader.value(), outputs: try reader.value(),
      made: try reader.value())
  }
}

extension StandingPackage.Made: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(modules, products, withoutXCTest) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      modules: try reader.value(), products: try reader.value(), withoutXCTest: try reader.value())
  }
}

/// What tests of a package are started from, and what of theirs lies beside it, as it shows without being read.
struct StandingOutputs {
  private let names: Set<String>
  private let folder: String

  /// `modules` is all that is built with the package.
  init(of modules: Set<ModuleID>, _ job: GroupJob) {
    let packages = Set(modules.map(\.package)).compactMap(job.workspace.graph.package(at:))
    names = Set(packages.flatMap { job.workspace.productNames(of: $0, by: job.engine) })
    folder = job.engine.productFolder(in: job.group.scratchFolder, job.configuration)
  }

  /// Over paths, sizes, times and permissions.
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
    // Nothing but what it holds tells anything of a folder.
    guard facts.kind == .folder else {
      writer.values(facts.size, facts.modified.nanoseconds, Int(facts.permissions))
      return
    }
    let names = LocalFiles.names(in: path).sorted()
    writer.count(names.count)
    for name in names { note(name, in: path, to: &writer) }
  }
}
