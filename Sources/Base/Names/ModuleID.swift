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

/// The place a task runs for: a whole package, or one module.
package enum TaskPlace: Sendable, Hashable, Comparable, CustomStringConvertible {
  case package(RelativePath)
  case module(ModuleID)

  package var package: RelativePath {
    switch self {
    case .package(let folder): folder
    case .module(let module): module.package
    }
  }

  package var module: ModuleID? {
    switch self {
    case .package: nil
    case .module(let module): module
    }
  }

  package var description: String {
    switch self {
    case .package(let folder): "//\(folder)"
    case .module(let module): module.description
    }
  }

  /// Sorts by package, the whole package first.
  package static func < (left: TaskPlace, right: TaskPlace) -> Bool {
    left.package == right.package
      ? (left.module?.name ?? "") < (right.module?.name ?? "") : left.package < right.package
  }
}

/// A task in a place, such as `lint //Packages/Core`.
package struct TaskID: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let task: String
  package let place: TaskPlace

  package init(_ task: String, _ place: TaskPlace) {
    self.task = task
    self.place = place
  }

  package var description: String { "\(task) \(place)" }

  package static func < (left: TaskID, right: TaskID) -> Bool {
    left.task == right.task ? left.place < right.place : left.task < right.task
  }
}

/// SwiftPM's identity of a package, made from its place: the last path component in lower case.
package enum PackageIdentity {
  /// `workspaceName` is the name of the workspace's root folder, which has no path component of its own.
  package static func of(folder: RelativePath, workspaceName: String) -> String {
    of(location: folder.isRoot ? workspaceName : Text.escapingInvalidUTF8(folder.lastComponent))
  }

  /// Returns the identity of a package by its URL or path. The suffix `.git` counts in lower case only.
  package static func of(location: String) -> String {
    var name = location.split(separator: "/").last.map(String.init) ?? location
    // scp-like locations: git@host:team/name.git and git@host:name.git
    if let colon = name.lastIndex(of: ":") { name = String(name[name.index(after: colon)...]) }
    if name.hasSuffix(".git") { name.removeLast(4) }
    return name.lowercased()
  }
}

/// The names of the files that make a folder a package.
package enum PackageFile {
  package static let manifest = "Package.swift"
  package static let lockfile = "Package.resolved"
  /// Files that SwiftPM reads in the root package of a build alone.
  package static let rootSettings = [
    ".swiftpm/configuration/mirrors.json", ".swiftpm/configuration/registries.json",
  ]

  /// Returns true for the name of a manifest: `Package.swift` or `Package@swift-6.0.swift`.
  package static func isManifest(_ name: ArraySlice<UInt8>) -> Bool {
    name.elementsEqual(manifest.utf8)
      || (name.starts(with: "Package@swift-".utf8) && name.suffix(6).elementsEqual(".swift".utf8))
  }
}
