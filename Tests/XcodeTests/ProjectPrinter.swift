import Base

@testable import Xcode

/// Prints a project that was read in the classic form in the JSON form, as Xcode converts it. What the two forms say must be the
/// same, so each is a check of the other.
struct ProjectPrinter {
  let objects: ProjectObjects
  let list: PropertyList
  /// Chooses between the ways to write one thing.
  private var random: any RandomNumberGenerator
  var memberships: [Int: [JSONNode]] = [:]
  var folderTargets: [Int: [String]] = [:]
  var phaseReferences: [Int: JSONNode] = [:]
  private var packageNames: [Int: String] = [:]

  static func print(
    _ text: String, using random: some RandomNumberGenerator
  ) throws -> String {
    let reader = try ProjectReader(reading: Array(text.utf8), container: XcodeFixture.container)
    var printer = ProjectPrinter(objects: reader.objects, list: reader.objects.list, random: random)
    let project = printer.project()
    return JSON5Writer.text(of: project, using: printer.random)
  }

  private init(objects: ProjectObjects, list: PropertyList, random: any RandomNumberGenerator) {
    self.objects = objects
    self.list = list
    self.random = random
  }

  private mutating func flip() -> Bool { random.next() & 1 == 0 }

  static func object(_ members: [(String, JSONNode?)]) -> JSONNode {
    JSONNode(
      .object(members.compactMap { key, value in value.map { .init(key: key, keyOffset: 0, value: $0) } }),
      offset: 0)
  }

  static func string(_ text: String?) -> JSONNode? { text.map { JSONNode(.string($0), offset: 0) } }

  /// nil for an empty list, which the form leaves out.
  static func array(_ elements: [JSONNode]) -> JSONNode? {
    elements.isEmpty ? nil : JSONNode(.array(elements), offset: 0)
  }

  static func strings(_ texts: [String]) -> JSONNode? { array(texts.compactMap { string($0) }) }

  /// The value as it is.
  func value(_ node: Int) -> JSONNode {
    switch list.kind(of: node) {
    case .text, .escapedText, .data: JSONNode(.string(list.text(of: node) ?? ""), offset: 0)
    case .list: JSONNode(.array(list.children(of: node).map { value($0) }), offset: 0)
    case .dictionary:
      Self.object(list.keys(of: node).map { (list.text(of: $0) ?? "", value($0 + 1)) })
    }
  }

  func value(_ object: Int, _ key: StaticString) -> JSONNode? {
    objects.value(object, key).map { value($0) }
  }

  func id(_ object: Int) -> String { list.text(of: object - 1) ?? "" }
}

// MARK: The project

extension ProjectPrinter {
  private mutating func project() -> JSONNode {
    let root = objects.root
    let targets = objects.references(root, "targets")
    for package in objects.references(root, "packageReferences") {
      let place = objects.text(package, "relativePath") ?? objects.text(package, "repositoryURL") ?? ""
      let last = place.split { "/:".contains($0) }.last.map(String.init) ?? ""
      packageNames[package] = last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }
    for target in targets { collect(target) }
    let names = configurations(of: root).map { objects.text($0, "name") ?? "" }
    let main = objects.reference(root, "mainGroup")
    var files: [JSONNode] = []
    for child in main.map({ objects.references($0, "children") }) ?? [] { files.append(member(child)) }
    return Self.object([
      ("default-configuration", Self.string(names.first)),
      ("configurations", Self.array(configurationNodes(of: root, names))),
      ("localizations", Self.object([("development", Self.string("en"))])),
      ("packages", Self.array(objects.references(root, "packageReferences").map { package($0) })),
      ("files", JSONNode(.array(files), offset: 0)),
      ("targets", Self.array(targets.map { self.target($0, names) })),
      ("build-settings", settings(of: root)),
    ])
  }

  private func package(_ package: Int) -> JSONNode {
    if objects.isa(package, "XCLocalSwiftPackageReference") {
      return Self.object([("kind", Self.string("local")), ("path", value(package, "relativePath"))])
    }
    let version = Self.object([("up-to-next-major-version", Self.string("1.0.0"))])
    return Self.object([
      ("kind", Self.string("remote")), ("repository", value(package, "repositoryURL")), ("version", version),
    ])
  }

  private func configurations(of object: Int) -> [Int] {
    objects.reference(object, "buildConfigurationList").map { objects.references($0, "buildConfigurations") }
      ?? []
  }

  /// The configurations of the project, or those of a target that say more than the project's.
  private func configurationNodes(of object: Int, _ names: [String]) -> [JSONNode] {
    configurations(of: object).compactMap { configuration in
      let text = objects.text(configuration, "name") ?? ""
      let name = Self.string(text)
      var file: JSONNode?
      if let reference = objects.reference(configuration, "baseConfigurationReference") {
        file = Self.string("id:\(id(reference))")
      } else if let anchor = objects.reference(configuration, "baseConfigurationReferenceAnchor") {
        file = Self.object([
          ("anchor", Self.string("id:\(id(anchor))")),
          ("relative-path", value(configuration, "baseConfigurationReferenceRelativePath")),
        ])
      }
      if object == objects.root, file == nil { return name }
      if !names.contains(text) {
        return Self.object([("name", name), ("id", Self.string(id(configuration)))])
      }
      if file == nil { return nil }
      return Self.object([("name", name), ("file", file)])
    }
  }

  /// One value for all configurations where they agree.
  private func settings(of object: Int) -> JSONNode? {
    let configurations = configurations(of: object)
    var keys: [String] = []
    var values: [String: [(configuration: String, value: JSONNode)]] = [:]
    for configuration in configurations {
      guard let settings = objects.value(configuration, "buildSettings") else { continue }
      for key in list.keys(of: settings) {
        let name = list.text(of: key) ?? ""
        if values[name] == nil { keys.append(name) }
        values[name, default: []].append((objects.text(configuration, "name") ?? "", value(key + 1)))
      }
    }
    let members = keys.flatMap { key -> [(String, JSONNode?)] in
      let all = values[key] ?? []
      if all.count == configurations.count, Set(all.map(\.value.compactJSON)).count == 1 {
        return [(key, all[0].value)]
      }
      return all.map { entry in
        let bracket = key.firstIndex(of: "[") ?? key.endIndex
        return ("\(key[..<bracket])[config=\(entry.configuration)]\(key[bracket...])", entry.value)
      }
    }
    return members.isEmpty ? nil : Self.object(members)
  }
}

// MARK: Targets

extension ProjectPrinter {
  private static let phaseKinds = [
    "PBXSourcesBuildPhase": "compile-sources", "PBXResourcesBuildPhase": "resources",
    "PBXHeadersBuildPhase": "headers", "PBXFrameworksBuildPhase": "frameworks",
    "PBXCopyFilesBuildPhase": "copy",
    "PBXShellScriptBuildPhase": "script", "PBXRezBuildPhase": "rez",
    "PBXAppleScriptBuildPhase": "apple-script",
  ]

  private func phaseKey(_ phase: Int) -> [String] {
    [Self.phaseKinds[objects.isa(phase)] ?? objects.isa(phase)]
      + (objects.text(phase, "name").map { [$0] } ?? [])
  }

  /// Phases by id where their names do not tell them apart.
  private mutating func collect(_ target: Int) {
    let name = objects.text(target, "name") ?? ""
    let phases = objects.references(target, "buildPhases")
    for folder in objects.references(target, "fileSystemSynchronizedGroups") {
      folderTargets[folder, default: []].append(name)
    }
    for phase in phases {
      let key = phaseKey(phase)
      let rivals = phases.filter {
        phaseKey($0).first == key.first && (key.count == 1 || phaseKey($0) == key)
      }
      let names = [name] + key
      let reference: JSONNode?
      if rivals.count > 1 || names.count > 3 {
        reference = Self.string("id:\(id(phase))")
      } else if names.contains(where: { $0.contains("/") || $0.hasPrefix("id:") }) || flip() {
        reference = Self.array(names.map { Self.object([("name", Self.string($0))]) })
      } else {
        reference = Self.string(names.joined(separator: "/"))
      }
      phaseReferences[phase] = reference
      for file in objects.references(phase, "files") {
        guard let item = objects.reference(file, "fileRef") else { continue }
        let isText = reference?.stringValue != nil && flip()
        let entry =
          isText ? reference : Self.object([("id", Self.string(id(file))), ("build-phase", reference)])
        if let entry { memberships[item, default: []].append(entry) }
      }
    }
  }

  private mutating func target(_ target: Int, _ names: [String]) -> JSONNode {
    let kinds = ["PBXAggregateTarget": "aggregate", "PBXLegacyTarget": "external-build-system"]
    let type = objects.text(target, "productType")
    let prefix = "com.apple.product-type."
    let isApple = type?.hasPrefix(prefix) ?? false
    let phases = objects.references(target, "buildPhases")
    let linked = Set(
      phases.flatMap { objects.references($0, "files") }.compactMap { objects.reference($0, "productRef") })
    let products = objects.references(target, "packageProductDependencies").filter { !linked.contains($0) }
    let dependencies =
      objects.references(target, "dependencies").compactMap { dependency($0) }
      + products.map { Self.object([("kind", Self.string("package"))] + product($0)) }
    return Self.object([
      ("name", value(target, "name")), ("id", Self.string(id(target))),
      ("kind", Self.string(kinds[objects.isa(target)])),
      ("product", objects.reference(target, "productReference").flatMap { Self.string("id:\(id($0))") }),
      (
        isApple ? "product-type" : "full-product-type",
        Self.string(isApple ? type?.replacing(prefix, with: "") : type)
      ),
      ("specialized-configurations", Self.array(configurationNodes(of: target, names))),
      ("dependencies", Self.array(dependencies)),
      ("build-phases", Self.array(phases.map { phase($0) })),
      ("build-rules", Self.array(objects.references(target, "buildRules").map { rule($0) })),
      ("package-product-members", Self.array(phases.flatMap { packageMembers($0) })),
      ("build-settings", settings(of: target)),
    ])
  }

  private func dependency(_ dependency: Int) -> JSONNode? {
    if let product = objects.reference(dependency, "productRef") {
      return Self.object([("kind", Self.string("package"))] + self.product(product))
    }
    if let target = objects.reference(dependency, "target") { return value(target, "name") }
    guard let proxy = objects.reference(dependency, "targetProxy"),
      let portal = objects.reference(proxy, "containerPortal")
    else { return nil }
    if portal == objects.root {
      let target = objects.reference(proxy, "remoteGlobalIDString").flatMap { value($0, "name") }
      return Self.object([
        ("target", target ?? value(proxy, "remoteInfo")), ("platforms", value(dependency, "platformFilters")),
      ])
    }
    return Self.object([
      ("kind", Self.string("remoteTarget")), ("project", Self.string("id:\(id(portal))")),
      ("target", value(proxy, "remoteInfo")), ("target-id", value(proxy, "remoteGlobalIDString")),
    ])
  }

  private func product(_ product: Int) -> [(String, JSONNode?)] {
    let package = objects.reference(product, "package").flatMap { packageNames[$0] }
    let name = objects.text(product, "productName") ?? ""
    let isPlugin = name.hasPrefix("plugin:")
    return [
      ("package", Self.string(package)),
      ("product-name", Self.string(isPlugin ? String(name.dropFirst("plugin:".count)) : name)),
      ("product-type", Self.string(isPlugin ? "build-tool-plugin" : nil)),
    ]
  }

  private func packageMembers(_ phase: Int) -> [JSONNode] {
    objects.references(phase, "files").compactMap { file in
      guard let product = objects.reference(file, "productRef") else { return nil }
      let reference = phaseReferences[phase].flatMap { reference -> JSONNode? in
        // The target is known here.
        if let names = reference.arrayValue { return Self.array(Array(names.dropFirst())) }
        guard let text = reference.stringValue, !text.hasPrefix("id:") else { return reference }
        return Self.string(text.split(separator: "/").dropFirst().joined(separator: "/"))
      }
      return Self.object(self.product(product) + [("build-phase", Self.object([("build-phase", reference)]))])
    }
  }

  private mutating func phase(_ phase: Int) -> JSONNode {
    let kind = Self.string(phaseKey(phase)[0])
    let hasID = phaseReferences[phase]?.stringValue?.hasPrefix("id:") ?? false
    if !hasID, let kind, objects.value(phase, "name") == nil, kind.stringValue != "script", flip() {
      return kind
    }
    return Self.object([
      ("kind", kind), ("name", value(phase, "name")), ("id", hasID ? Self.string(id(phase)) : nil),
      ("input-paths", value(phase, "inputPaths")),
      ("input-file-list-paths", value(phase, "inputFileListPaths")),
      ("output-paths", value(phase, "outputPaths")), ("shell", value(phase, "shellPath")),
      ("script", script(phase, "shellScript")),
    ])
  }

  private func rule(_ rule: Int) -> JSONNode {
    Self.object([
      ("name", value(rule, "name")), ("processor", value(rule, "compilerSpec")),
      ("file-type", value(rule, "fileType")),
      ("input-files", value(rule, "inputFiles")), ("output-files", value(rule, "outputFiles")),
      ("script", script(rule, "script")),
    ])
  }

  private func script(_ object: Int, _ key: StaticString) -> JSONNode? {
    guard let text = objects.text(object, key) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.count > 2 ? Self.strings(lines) : Self.string(text)
  }
}
