package import Support

/// Names a module: `//Packages/Core:CoreTests`, and `//:Name` in the workspace's root folder.
package struct ModuleID: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
  package let package: RelativePath
  package let name: String

  package init(package: RelativePath, name: String) {
    self.package = package
    self.name = name
  }

  package var description: String { "//\(package):\(name)" }

  /// By package first, then by name.
  package static func < (left: ModuleID, right: ModuleID) -> Bool {
    left.package == right.package ? left.name < right.name : left.package < right.package
  }
}

extension ModuleID: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(package, name) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(package: try reader.value(), name: try reader.value())
  }
}
