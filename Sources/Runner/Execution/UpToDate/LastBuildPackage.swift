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

/// The records of a scratch folder.
struct LastBuildPackages: Equatable {
  var packages: [RelativePath: LastBuildPackage] = [:]
}

extension LastBuildPackages: LedgerFile {
  func write(to writer: inout ByteWriter) { writer.values(packages) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) { self.init(packages: try reader.value()) }
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
    names = Set(packages.flatMap { job.workspace.productNames(of: $0, by: job.engine) })
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
