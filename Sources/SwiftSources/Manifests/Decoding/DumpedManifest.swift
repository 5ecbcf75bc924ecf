import Base

/// Decodes the output of `swift package dump-package`.
struct DumpedManifest {
  private let paths: DependencyPath

  /// `folder` and `contents` are those of the manifest that was dumped.
  static func decode(
    _ bytes: [UInt8], folder: RelativePath, contents: [UInt8]
  ) throws(ShapeError) -> PackageManifest {
    let document = try JSONNode.document(bytes)
    let root = try document.required("packageKind").required("root").requiredElement(0)
    let paths = DependencyPath(
      packageFolder: try root.asText("\"packageKind\""), folder: folder, contents: contents)
    return try DumpedManifest(paths: paths).manifest(document)
  }

  private func manifest(_ node: JSONNode) throws(ShapeError) -> PackageManifest {
    PackageManifest(
      name: try node.text("name"), toolsVersion: try toolsVersion(node),
      defaultLocalization: try node.optionalText("defaultLocalization"),
      platforms: try node.each("platforms") { (node) throws(ShapeError) in
        PlatformRequirement(platform: try node.text("platformName"), version: try node.text("version"))
      },
      pkgConfig: try node.optionalText("pkgConfig"), providers: try node.each("providers", provider),
      products: try node.each("products", product),
      dependencies: try node.each("dependencies", dependency), targets: try node.each("targets", target),
      traits: try node.traits(), languageModes: try node.optionalTexts("swiftLanguageVersions"),
      cLanguageStandard: try node.optionalText("cLanguageStandard"),
      cxxLanguageStandard: try node.optionalText("cxxLanguageStandard"))
  }

  private func toolsVersion(_ node: JSONNode) throws(ShapeError) -> ToolsVersion {
    let text = try node.required("toolsVersion").text("_version")
    let numbers = text.split(separator: ".").map { Int($0) }
    guard numbers.count == 3, let major = numbers[0], let minor = numbers[1], let patch = numbers[2] else {
      throw ShapeError(message: "the tools version \"\(text)\" is unknown")
    }
    return ToolsVersion(major, minor, patch)
  }

  func provider(_ node: JSONNode) throws(ShapeError) -> SystemPackageProvider {
    let (manager, payload) = try node.enumCase()
    return SystemPackageProvider(
      manager: manager, packages: try payload.requiredElement(0).asTexts("\"\(manager)\""))
  }

  private func product(_ node: JSONNode) throws(ShapeError) -> ProductDescription {
    let (type, payload) = try node.required("type").enumCase()
    let linkage = try type == "library" ? payload.requiredElement(0).asText("\"library\"") : nil
    return try node.product(type, linkage: linkage)
  }
}

// MARK: Dependencies

extension DumpedManifest {
  private func dependency(_ node: JSONNode) throws(ShapeError) -> PackageDependency {
    let (kind, list) = try node.enumCase()
    let payload = try list.requiredElement(0)
    let traits = try payload.each("traits") { (node) throws(ShapeError) in
      PackageDependency.Trait(
        name: try node.text("name"), condition: try node.present("condition")?.texts("traits") ?? [])
    }
    return PackageDependency(
      source: try source(kind, payload),
      explicitName: try payload.optionalText("nameForTargetDependencyResolutionOnly"),
      traits: PackageDependency.Trait.inOrder(traits))
  }

  private func source(
    _ kind: String, _ payload: JSONNode
  ) throws(ShapeError) -> PackageDependency.Source {
    switch kind {
    case "fileSystem":
      return .path(paths.canonical(resolved: try payload.text("path")))
    case "sourceControl":
      return .sourceControl(
        location: try location(payload.required("location")),
        requirement: try requirement(payload.required("requirement")))
    case "registry":
      return .registry(
        id: try payload.text("identity"), requirement: try requirement(payload.required("requirement")))
    default: throw ShapeError(message: "the dependency kind \"\(kind)\" is unknown")
    }
  }

  private func location(_ node: JSONNode) throws(ShapeError) -> String {
    let (kind, list) = try node.enumCase()
    let payload = try list.requiredElement(0)
    switch kind {
    case "remote": return try payload.text("urlString")
    case "local": return paths.canonical(resolved: try payload.asText("\"local\""))
    default: throw ShapeError(message: "the location \"\(kind)\" is unknown")
    }
  }

  private func requirement(_ node: JSONNode) throws(ShapeError) -> PackageDependency.Requirement {
    let (kind, list) = try node.enumCase()
    let payload = try list.requiredElement(0)
    switch kind {
    case "exact": return .exact(try payload.asText("\"exact\""))
    case "range": return .range(try payload.text("lowerBound"), try payload.text("upperBound"))
    case "branch": return .branch(try payload.asText("\"branch\""))
    case "revision": return .revision(try payload.asText("\"revision\""))
    default: throw ShapeError(message: "the requirement \"\(kind)\" is unknown")
    }
  }
}

/// An error for JSON of SwiftPM that has another form than expected.
struct ShapeError: Error, Sendable, Hashable {
  let message: String
}

// The parts that both forms of a manifest have in common.

extension JSONNode {
  static func document(_ bytes: [UInt8]) throws(ShapeError) -> JSONNode {
    do {
      return try JSONParser.parse(bytes)
    } catch {
      throw ShapeError(message: error.message)
    }
  }

  func traits() throws(ShapeError) -> [TraitDescription] {
    TraitDescription.inOrder(
      try each("traits") { (node) throws(ShapeError) in
        TraitDescription(
          name: try node.text("name"), summary: try node.optionalText("description"),
          enabledTraits: try node.texts("enabledTraits"))
      })
  }

  /// `linkage` is given for a library.
  func product(_ type: String, linkage name: String?) throws(ShapeError) -> ProductDescription {
    let kind: ProductDescription.Kind
    switch (type, name) {
    case ("executable", _): kind = .executable
    case ("plugin", _): kind = .plugin
    case ("library", let name?):
      guard let linkage = ProductDescription.Linkage(rawValue: name) else {
        throw ShapeError(message: "the library type \"\(name)\" is unknown")
      }
      kind = .library(linkage)
    default: throw ShapeError(message: "the product type \"\(type)\" is unknown")
    }
    return ProductDescription(name: try text("name"), kind: kind, targets: try texts("targets"))
  }
}

extension JSONNode {
  func required(_ key: String) throws(ShapeError) -> JSONNode {
    guard let member = present(key) else { throw ShapeError(message: "\"\(key)\" is missing") }
    return member
  }

  /// Returns the member of that name; nil when it is missing or null.
  func present(_ key: String) -> JSONNode? {
    guard let member = self[key], !member.isNull else { return nil }
    return member
  }

  func text(_ key: String) throws(ShapeError) -> String {
    try required(key).asText("\"\(key)\"")
  }

  func optionalText(_ key: String) throws(ShapeError) -> String? {
    guard let member = present(key) else { return nil }
    return try member.asText("\"\(key)\"")
  }

  func asText(_ what: String) throws(ShapeError) -> String {
    guard let text = stringValue else { throw ShapeError(message: "\(what) is \(kindName)") }
    return text
  }

  func asList(_ what: String) throws(ShapeError) -> [JSONNode] {
    guard let list = arrayValue else { throw ShapeError(message: "\(what) is \(kindName)") }
    return list
  }

  func asTexts(_ what: String) throws(ShapeError) -> [String] {
    var texts: [String] = []
    for element in try asList(what) { texts.append(try element.asText(what)) }
    return texts
  }

  /// Returns the texts under `key`; none when it is missing.
  func texts(_ key: String) throws(ShapeError) -> [String] {
    try present(key)?.asTexts("\"\(key)\"") ?? []
  }

  func optionalTexts(_ key: String) throws(ShapeError) -> [String]? {
    try present(key)?.asTexts("\"\(key)\"")
  }

  /// Decodes each element under `key`; none when it is missing.
  func each<Value>(
    _ key: String, _ decode: (JSONNode) throws(ShapeError) -> Value
  ) throws(ShapeError) -> [Value] {
    guard let member = present(key) else { return [] }
    var values: [Value] = []
    for element in try member.asList("\"\(key)\"") { values.append(try decode(element)) }
    return values
  }

  /// Returns the only member of an object that represents a case of an enum.
  func enumCase() throws(ShapeError) -> (name: String, payload: JSONNode) {
    guard let members = objectValue, members.count == 1, let member = members.first else {
      throw ShapeError(message: "\(kindName) where one of several forms is expected")
    }
    return (member.key, member.value)
  }

  /// Returns an element of an array; nil when it is missing or null.
  func element(_ index: Int) -> JSONNode? {
    guard let list = arrayValue, index < list.count, !list[index].isNull else { return nil }
    return list[index]
  }

  func requiredElement(_ index: Int) throws(ShapeError) -> JSONNode {
    guard let element = element(index) else { throw ShapeError(message: "a value is missing in a list") }
    return element
  }

  /// Returns the value with sorted members and no spaces, so that equal values give equal text.
  func canonicalJSON() -> String { canonical.compactJSON }

  private var canonical: JSONNode {
    switch value {
    case .null, .bool, .string: self
    case .number(let text): JSONNode(.string(text), offset: offset)
    case .array(let elements): JSONNode(.array(elements.map(\.canonical)), offset: offset)
    case .object(let members):
      JSONNode(
        .object(
          members.sorted { $0.key < $1.key }.map { member in
            JSONNode.Member(key: member.key, keyOffset: member.keyOffset, value: member.value.canonical)
          }), offset: offset)
    }
  }
}
