/// The id of a module: `//Packages/Core:CoreTests`, and `//:Name` in the workspace's root folder.
package struct ModuleID: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let package: RelativePath
  package let name: String

  package init(package: RelativePath, name: String) {
    self.package = package
    self.name = name
  }

  package var description: String { "//\(package):\(name)" }

  /// Sorts by package, then by name.
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

/// The names by which sources import a target.
package enum ModuleName {
  /// Returns the C99 identifiers that SwiftPM makes of the target's name. Versions differ in a leading digit: it is
  /// replaced or gets an underscore before it. Both names count.
  package static func names(of target: String) -> [String] {
    let scalars = target.unicodeScalars.map { isAllowed($0) ? Character($0) : "_" }
    guard let first = target.unicodeScalars.first, ("0"..."9").contains(first) else {
      return [String(scalars)]
    }
    return ["_" + String(scalars), "_" + String(scalars.dropFirst())]
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: !scalar.isASCII
    }
  }
}
