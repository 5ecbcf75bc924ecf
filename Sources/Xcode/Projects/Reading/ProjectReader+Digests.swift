import Base

/// Digests of definitions. The definition of a target is everything below it in the project file: the objects that it
/// names, and those that they name. Ids are replaced by the objects' contents. Groups, comments, display names of files
/// and the ids themselves do not count.
extension ProjectReader {
  func targetDefinition(_ target: Int) -> SHA256Digest {
    var writer = ByteWriter()
    write(object: target, depth: 0, skipping: ["productReference"], to: &writer)
    if let product = objects.reference(target, "productReference") { writer.data(bytes(of: product, 0)) }
    if let attributes = attributes(of: target) { write(attributes, depth: 0, "", to: &writer) }
    // Only the folder refers to exceptions of a folder that the target does not list.
    let listed = Set(objects.references(target, "fileSystemSynchronizedGroups"))
    let others = foldersWithExceptions.filter { !listed.contains($0) && !ownExceptions($0).isEmpty }
    writeSorted(others.map { bytes(of: $0, 0) }, to: &writer)
    return SHA256.digest(of: writer.bytes)
  }

  /// Returns the digest of everything that holds for every target: the project's settings, attributes and regions.
  func projectDefinition() -> SHA256Digest {
    serialised = [:]
    target = 0
    var writer = ByteWriter()
    let below: Set<String> = [
      "targets", "mainGroup", "productRefGroup", "packageReferences", "projectReferences", "attributes",
    ]
    write(object: objects.root, depth: 0, skipping: below.union(Self.neutralAttributes), to: &writer)
    if let attributes = objects.value(objects.root, "attributes") {
      write(
        dictionary: attributes, depth: 0, skipping: Self.neutralAttributes.union(["TargetAttributes"]),
        to: &writer)
    }
    for key in objects.list.keys(of: 0)
    where !objects.list.hasContent(key, "objects") && !objects.list.hasContent(key, "rootObject") {
      writer.data(objects.list.content(of: key))
      write(key + 1, depth: 0, "", to: &writer)
    }
    return SHA256.digest(of: writer.bytes)
  }

  /// Returns the addresses and versions of external packages by identity. A target need not name the
  /// reference of its package, so its own definition may lack them.
  func requirements() -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for object in objects.all where objects.isa(object, "XCRemoteSwiftPackageReference") {
      guard let address = objects.text(object, "repositoryURL") else { continue }
      found[PackageIdentity.of(location: address).lowercased(), default: []] += bytes(of: object, 0)
    }
    return found
  }

  private func attributes(of target: Int) -> Int? {
    guard let attributes = objects.value(objects.root, "attributes"),
      let all = objects.value(attributes, "TargetAttributes")
    else { return nil }
    return objects.list.keys(of: all).first { objects.object($0) == target }.map { $0 + 1 }
  }

  private func ownExceptions(_ folder: Int) -> [Int] {
    objects.references(folder, "exceptions").filter { set in
      objects.reference(set, "target") == target
        || objects.reference(set, "buildPhase").map { phaseOwners[$0] == target } ?? false
    }
  }
}

// MARK: Objects

extension ProjectReader {
  private static let maximumDepth = 40
  /// The length up to which an object is included in full. A longer object counts by its digest, which keeps the result
  /// small.
  private static let maximumLength = 1024

  /// Returns the bytes of an object, as seen by others.
  private func bytes(of object: Int, _ depth: Int) -> [UInt8] {
    if let known = serialised[object] { return known }
    guard depth < Self.maximumDepth else {
      note("objects are nested too deeply", at: object)
      return Array("deep".utf8)
    }
    // An object that names itself finds these bytes.
    serialised[object] = Array("cycle".utf8)
    var writer = ByteWriter()
    switch objects.isa(object) {
    case "PBXNativeTarget", "PBXAggregateTarget", "PBXLegacyTarget":
      writer.data("target".utf8)
      writer.data(name(ofTarget: object).utf8)
    case "PBXProject": writer.data("project".utf8)
    case "PBXFileReference":
      writePlaces(of: object, to: &writer)
      writer.data(makers[object].map { name(ofTarget: $0) }?.utf8 ?? "".utf8)
      write(object: object, depth: depth, skipping: Self.neutralKeys, to: &writer)
    case "PBXVariantGroup", "XCVersionGroup", "PBXGroup":
      writePlaces(of: object, to: &writer)
      write(object: object, depth: depth, skipping: ["path", "sourceTree"], to: &writer)
    case "PBXFileSystemSynchronizedRootGroup":
      writePlaces(of: object, to: &writer)
      write(object: object, depth: depth, skipping: Self.neutralKeys.union(["exceptions"]), to: &writer)
      writeSorted(ownExceptions(object).map { bytes(of: $0, depth + 1) }, to: &writer)
    case "PBXTargetDependency": write(dependency: object, depth, to: &writer)
    case "PBXContainerItemProxy":
      write(proxied: dependency(through: object), to: &writer)
      write(
        object: object, depth: depth, skipping: ["containerPortal", "remoteGlobalIDString", "remoteInfo"],
        to: &writer)
    case let isa:
      if !Self.knownKinds.contains(isa) {
        note("an object below a target has an unknown kind, \(Text.escapingControls(isa))", at: object)
      }
      write(object: object, depth: depth, skipping: [], to: &writer)
    }
    var result = writer.bytes
    if result.count > Self.maximumLength { result = SHA256.digest(of: result).bytes }
    serialised[object] = result
    return result
  }

  private func writePlaces(of object: Int, to writer: inout ByteWriter) {
    let places = paths(of: object)
    writer.count(places.count)
    writeSorted(
      places.map { place in
        switch place {
        case .inTree(let path): [0] + path.bytes
        case .built(let text): [1] + text.utf8
        case .absolute(let text): [2] + text.utf8
        case .unknown(let text): [3] + text.utf8
        }
      }, to: &writer)
  }

  /// Writes a dependency by its target, in whatever way it names it.
  private func write(dependency object: Int, _ depth: Int, to writer: inout ByteWriter) {
    if let target = objects.reference(object, "target"), isTarget(target) {
      write(proxied: .target(name(ofTarget: target)), to: &writer)
    } else if let proxy = objects.reference(object, "targetProxy") {
      write(proxied: dependency(through: proxy), to: &writer)
    } else {
      write(proxied: .dangling(objects.text(object, "name") ?? ""), to: &writer)
    }
    write(object: object, depth: depth, skipping: ["name", "target", "targetProxy"], to: &writer)
  }

  private func write(proxied dependency: XcodeDependency, to writer: inout ByteWriter) {
    switch dependency {
    case .target(let name):
      writer.byte(0)
      writer.data(name.utf8)
    case .other(let project, let name):
      writer.byte(1)
      writer.data(project.bytes)
      writer.data(name.utf8)
    case .dangling(let name):
      writer.byte(2)
      writer.data(name.utf8)
    }
  }

  /// Keys of a file reference that its resolved place covers, or that only an editor reads.
  private static let neutralKeys: Set<String> = [
    "path", "sourceTree", "name", "tabWidth", "indentWidth", "usesTabs", "wrapsLines", "lineEnding",
  ]

  /// Attributes of a project, in both forms, that Xcode alone reads, for new files and targets. A new target changes
  /// the first.
  private static let neutralAttributes: Set<String> = [
    "LastSwiftUpdateCheck", "ORGANIZATIONNAME", "CLASSPREFIX", "?last-swift-update", "?organization",
    "?class-prefix",
  ]

  private static let knownKinds: Set<String> = [
    "PBXBuildFile", "PBXSourcesBuildPhase", "PBXResourcesBuildPhase", "PBXHeadersBuildPhase",
    "PBXFrameworksBuildPhase", "PBXCopyFilesBuildPhase", "PBXShellScriptBuildPhase", "PBXRezBuildPhase",
    "PBXAppleScriptBuildPhase", "PBXBuildRule", "XCConfigurationList", "XCBuildConfiguration",
    "XCSwiftPackageProductDependency", "XCLocalSwiftPackageReference", "XCRemoteSwiftPackageReference",
    "PBXFileSystemSynchronizedBuildFileExceptionSet",
    "PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet", "PBXReferenceProxy",
  ]
}

// MARK: Values

extension ProjectReader {
  /// Keys whose texts never name an object.
  private static let plainKeys: Set<String> = [
    "buildSettings", "name", "path", "productName", "shellScript", "shellPath", "script", "isa",
  ]
  /// Lists whose order does not matter.
  private static let unorderedKeys: Set<String> = [
    "files", "dependencies", "packageProductDependencies", "fileSystemSynchronizedGroups", "children",
    "buildConfigurations", "membershipExceptions", "publicHeaders", "privateHeaders", "explicitFolders",
    "knownRegions", "exceptions", "supported", "platformFilters", "assetTags",
  ]

  /// The key "files" of a phase whose files have an order.
  private static let orderedFiles = "files in order"

  private func write(object: Int, depth: Int, skipping: Set<String>, to writer: inout ByteWriter) {
    let isOrdered = objects.isa(object, "PBXFrameworksBuildPhase")
    write(dictionary: object, depth: depth, isOrdered: isOrdered, skipping: skipping, to: &writer)
  }

  /// Writes keys and values, sorted by key.
  private func write(
    dictionary: Int, depth: Int, isOrdered: Bool = false, skipping: Set<String>, to writer: inout ByteWriter
  ) {
    let list = objects.list
    var keys: [(name: String, node: Int)] = []
    for key in list.keys(of: dictionary) {
      let name = String(decoding: list.content(of: key), as: UTF8.self)
      if !skipping.contains(name) { keys.append((name, key)) }
    }
    keys.sort { $0.name < $1.name }
    writer.byte(UInt8(ascii: "{"))
    writer.count(keys.count)
    for key in keys {
      writer.data(key.name.utf8)
      let isOrderedList = isOrdered && key.name == "files"
      write(key.node + 1, depth: depth, isOrderedList ? Self.orderedFiles : key.name, to: &writer)
    }
  }

  private func write(_ value: Int, depth: Int, _ key: String, to writer: inout ByteWriter) {
    let list = objects.list
    switch list.kind(of: value) {
    case .text, .escapedText:
      if !Self.plainKeys.contains(key), let object = objects.object(value) {
        writer.byte(UInt8(ascii: "@"))
        writer.data(bytes(of: object, depth + 1))
      } else {
        writer.byte(UInt8(ascii: "\""))
        writer.data(isMissing(value, in: key) ? [][...] : list.content(of: value))
      }
    case .data:
      writer.byte(UInt8(ascii: "<"))
      writer.data(list.content(of: value).filter { $0 > 0x20 })
    case .list:
      writer.byte(UInt8(ascii: "("))
      let inner = key == "buildSettings" ? key : ""
      let isOfFiles = key == "files" || key == Self.orderedFiles
      let elements = list.children(of: value).map { child in
        var element = ByteWriter()
        write(child, depth: depth + 1, isOfFiles ? "files" : inner, to: &element)
        return element.bytes
      }
      if Self.unorderedKeys.contains(key) {
        writeSorted(elements, to: &writer)
      } else {
        writer.count(elements.count)
        for element in elements { writer.data(element) }
      }
    case .dictionary:
      if key == "buildSettings" {
        write(settings: value, to: &writer)
      } else {
        write(dictionary: value, depth: depth + 1, skipping: [], to: &writer)
      }
    }
  }

  /// Returns true for the id of a missing file, which does not count.
  private func isMissing(_ value: Int, in key: String) -> Bool {
    (key == "files" || key == "fileRef" || key == "productRef") && objects.object(value) == nil
  }

  private func write(settings: Int, to writer: inout ByteWriter) {
    let list = objects.list
    let keys = list.keys(of: settings).map { (list.content(of: $0), $0) }.filter { !neutral.contains($0.0) }
    writer.count(keys.count)
    for (name, key) in keys.sorted(by: { $0.0.lexicographicallyPrecedes($1.0) }) {
      writer.data(name)
      write(key + 1, depth: 0, "buildSettings", to: &writer)
    }
  }

  private func writeSorted(_ parts: [[UInt8]], to writer: inout ByteWriter) {
    writer.count(parts.count)
    for part in parts.sorted(by: { $0.lexicographicallyPrecedes($1) }) { writer.data(part) }
  }
}
