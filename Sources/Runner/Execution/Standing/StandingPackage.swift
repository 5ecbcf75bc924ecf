import Digests
import Support

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
