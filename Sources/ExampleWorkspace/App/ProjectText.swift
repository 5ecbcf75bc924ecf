import Base

/// The text of an Xcode project file. Ids are digests of names, so the same objects always give the same text.
struct ProjectText {
  enum Value: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    case text(String)
    /// The id of an object, with its name as a comment.
    case object(id: String, name: String)
    case list([Value])
    case fields([(key: String, value: Value)])

    init(stringLiteral text: String) { self = .text(text) }
    init(arrayLiteral values: Value...) { self = .list(values) }
  }

  private struct Object {
    let id: String
    let name: String
    let fields: [(key: String, value: Value)]
  }

  private var objects: [String: [Object]] = [:]

  /// The name of an object in other objects. `key` distinguishes the object from others of its kind.
  static func reference(_ isa: String, _ key: String, name: String? = nil) -> Value {
    .object(id: id(of: "\(isa) \(key)"), name: name ?? key)
  }

  /// Adds an object without the fields that have no value. Adding the same object again has no effect.
  @discardableResult mutating func add(
    _ isa: String, _ key: String, name: String? = nil, _ fields: KeyValuePairs<String, Value?>
  ) -> Value {
    let id = Self.id(of: "\(isa) \(key)")
    if !(objects[isa] ?? []).contains(where: { $0.id == id }) {
      let present = fields.compactMap { field in field.value.map { (key: field.key, value: $0) } }
      objects[isa, default: []].append(Object(id: id, name: name ?? key, fields: present))
    }
    return .object(id: id, name: name ?? key)
  }

  /// An id of 24 hexadecimal digits.
  static func id(of text: String) -> String {
    let hashes = [0xCBF2_9CE4_8422_2325, 0x84222325_9CE4CBF2].map { (seed: UInt64) in
      text.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    let digits = hashes.map { hash in
      let digits = String(hash, radix: 16, uppercase: true)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return String(digits.joined().prefix(24))
  }

  func text(root: Value) -> String {
    var lines = [
      "// !$*UTF8*$!", "{", "\tarchiveVersion = 1;", "\tclasses = {", "\t};", "\tobjectVersion = 77;",
      "\tobjects = {",
    ]
    for (isa, objects) in objects.sorted(by: { $0.key < $1.key }) {
      lines += ["", "/* Begin \(isa) section */"]
      lines += objects.sorted { $0.id < $1.id }.map { Self.text(of: $0, isa) }
      lines.append("/* End \(isa) section */")
    }
    lines += ["\t};", "\trootObject = \(Self.text(root, indent: ""));", "}", ""]
    return lines.joined(separator: "\n")
  }

  private static func text(of object: Object, _ isa: String) -> String {
    let fields = [(key: "isa", value: Value.text(isa))] + object.fields
    // Xcode writes such an object on one line, so that a merge takes or leaves it as a whole.
    if isa == "PBXBuildFile" || isa == "PBXFileReference" {
      let inner = fields.map { "\(quoted($0.key)) = \(text($0.value, indent: "")); " }.joined()
      return "\t\t\(object.id) /* \(object.name) */ = {\(inner)};"
    }
    return "\t\t\(object.id) /* \(object.name) */ = \(text(.fields(fields), indent: "\t\t"));"
  }

  private static func text(_ value: Value, indent: String) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .object(let id, let name): "\(id) /* \(name) */"
    case .list(let values):
      "(\n" + values.map { "\(indent)\t\(text($0, indent: indent + "\t")),\n" }.joined() + "\(indent))"
    case .fields(let fields):
      "{\n"
        + fields.map { "\(indent)\t\(quoted($0.key)) = \(text($0.value, indent: indent + "\t"));\n" }.joined()
        + "\(indent)}"
    }
  }

  private static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        byte.isASCIIWord || "/:.".utf8.contains(byte)
      }
    if isPlain { return text }
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
      "\n", with: "\\n")
    return "\"\(escaped)\""
  }
}

/// A target of an example project, with its phases.
struct ExampleProjectTarget {
  typealias Value = ProjectText.Value

  struct Script {
    var name: String
    var text: String
    var inputs: [String] = []
    var inputLists: [String] = []
    var outputs: [String] = []
  }

  var name: String
  /// The last part of its product type: `application`.
  var type: String
  /// The name of the product's file.
  var product: String
  var settings: KeyValuePairs<String, Value?> = [:]
  /// The xcconfig of its configurations.
  var base: Value?
  var sources: [Value] = []
  var resources: [Value] = []
  /// The linked files, also products of other targets.
  var links: [Value] = []
  /// The linked products of packages, each with the reference to its package where there is one.
  var products: KeyValuePairs<String, Value?> = [:]
  /// The products that are copied to the target's folder of extensions. `frameworks` are those for its folder of
  /// frameworks.
  var extensions: [Value] = []
  var frameworks: [Value] = []
  var scripts: [Script] = []
  var folders: [Value] = []
  var dependencies: [String] = []
}

extension ProjectText {
  /// Adds a file or folder. Its place is the place of its group.
  mutating func file(_ path: String, type: String, name: String? = nil, in owner: String = "") -> Value {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return add(
      "PBXFileReference", owner + path, name: last,
      [
        "lastKnownFileType": .text(type), "name": name.map { .text($0) }, "path": .text(path),
        "sourceTree": "<group>",
      ])
  }

  /// Adds the product of a target.
  mutating func product(_ name: String) -> Value {
    add(
      "PBXFileReference", "product \(name)", name: name,
      [
        "explicitFileType": .text(Self.productType(of: name)),
        "includeInIndex": "0", "path": .text(name), "sourceTree": "BUILT_PRODUCTS_DIR",
      ])
  }

  private static func productType(of file: String) -> String {
    switch file.split(separator: ".").last {
    case "app": "wrapper.application"
    case "appex": "wrapper.app-extension"
    case "framework": "wrapper.framework"
    default: "wrapper.cfbundle"
    }
  }

  mutating func group(_ name: String, path: String?, _ children: [Value], isa: String = "PBXGroup") -> Value {
    add(
      isa, name,
      [
        "children": .list(children), "name": path == nil ? .text(name) : nil,
        "path": path.map { .text($0) }, "sourceTree": "<group>",
      ])
  }

  /// Adds settings that Xcode needs to build the targets and to start their tests.
  mutating func configurations(ofProject name: String, bundles: String) -> Value {
    configurations(
      of: "project \(name)",
      [
        "CLANG_ENABLE_MODULES": "YES", "CLANG_ENABLE_OBJC_ARC": "YES", "CURRENT_PROJECT_VERSION": "1",
        "DYLIB_INSTALL_NAME_BASE": "@rpath",
        "ENABLE_TESTABILITY": "YES", "GENERATE_INFOPLIST_FILE": "YES", "IPHONEOS_DEPLOYMENT_TARGET": "17.0",
        "LD_RUNPATH_SEARCH_PATHS": [
          "@executable_path/Frameworks", "@executable_path/../../Frameworks", "@loader_path/Frameworks",
        ],
        "MARKETING_VERSION": "1.0", "ONLY_ACTIVE_ARCH": "YES",
        "PRODUCT_BUNDLE_IDENTIFIER": .text("\(bundles).$(PRODUCT_NAME:rfc1034identifier)"),
        "SDKROOT": "iphoneos", "SWIFT_OPTIMIZATION_LEVEL": "-Onone", "SWIFT_VERSION": "6.0",
      ])
  }

  /// Adds a list of the configurations Debug and Release.
  mutating func configurations(
    of owner: String, _ settings: KeyValuePairs<String, Value?>, base: Value? = nil
  ) -> Value {
    let present = settings.compactMap { field in field.value.map { (key: field.key, value: $0) } }
    let all = ["Debug", "Release"].map { name in
      add(
        "XCBuildConfiguration", "\(owner) \(name)", name: name,
        [
          "baseConfigurationReference": base, "buildSettings": .fields(present), "name": .text(name),
        ])
    }
    return add(
      "XCConfigurationList", owner, name: "Build configuration list for \(owner)",
      [
        "buildConfigurations": .list(all), "defaultConfigurationIsVisible": "0",
        "defaultConfigurationName": "Release",
      ])
  }

  mutating func add(_ target: ExampleProjectTarget, project: Value) -> Value {
    var phases = target.scripts.map { script(target.name, $0) }
    let products = target.products.map { product(of: target.name, $0.key, package: $0.value) }
    phases.append(phase("Sources", of: target.name, target.sources))
    phases.append(phase("Frameworks", of: target.name, target.links, products))
    if !target.resources.isEmpty { phases.append(phase("Resources", of: target.name, target.resources)) }
    if !target.extensions.isEmpty {
      phases.append(copy("Embed Extensions", of: target.name, target.extensions, folder: "13"))
    }
    if !target.frameworks.isEmpty {
      phases.append(copy("Embed Frameworks", of: target.name, target.frameworks, folder: "10"))
    }
    let dependencies = target.dependencies.map { dependency(of: target.name, on: $0, project) }
    return add(
      "PBXNativeTarget", target.name,
      [
        "buildConfigurationList": configurations(of: target.name, target.settings, base: target.base),
        "buildPhases": .list(phases), "buildRules": [], "dependencies": .list(dependencies),
        "fileSystemSynchronizedGroups": target.folders.isEmpty ? nil : .list(target.folders),
        "name": .text(target.name), "packageProductDependencies": .list(products),
        "productName": .text(target.name), "productReference": product(target.product),
        "productType": .text("com.apple.product-type.\(target.type)"),
      ])
  }

  private mutating func phase(
    _ name: String, of target: String, _ files: [Value], _ products: [Value] = []
  ) -> Value {
    let listed =
      files.map { buildFile($0, in: "\(target) \(name)", key: "fileRef") }
      + products.map { buildFile($0, in: "\(target) \(name)", key: "productRef") }
    return add(
      "PBX\(name)BuildPhase", "\(target) \(name)", name: name,
      ["buildActionMask": "2147483647", "files": .list(listed), "runOnlyForDeploymentPostprocessing": "0"])
  }

  private mutating func buildFile(_ file: Value, in phase: String, key: String) -> Value {
    guard case .object(let id, let name) = file else { return file }
    let last = phase.split(separator: " ").last.map(String.init) ?? phase
    return key == "fileRef"
      ? add("PBXBuildFile", "\(phase) \(id)", name: "\(name) in \(last)", ["fileRef": file])
      : add("PBXBuildFile", "\(phase) \(id)", name: "\(name) in \(last)", ["productRef": file])
  }

  private mutating func copy(_ name: String, of target: String, _ files: [Value], folder: String) -> Value {
    let listed = files.map { buildFile($0, in: "\(target) \(name)", key: "fileRef") }
    return add(
      "PBXCopyFilesBuildPhase", "\(target) \(name)", name: name,
      [
        "buildActionMask": "2147483647", "dstPath": "", "dstSubfolderSpec": .text(folder),
        "files": .list(listed), "name": .text(name), "runOnlyForDeploymentPostprocessing": "0",
      ])
  }

  private mutating func script(_ target: String, _ script: ExampleProjectTarget.Script) -> Value {
    func list(_ texts: [String]) -> Value { .list(texts.map { .text($0) }) }
    return add(
      "PBXShellScriptBuildPhase", "\(target) \(script.name)", name: script.name,
      [
        "buildActionMask": "2147483647", "files": [], "inputFileListPaths": list(script.inputLists),
        "inputPaths": list(script.inputs), "name": .text(script.name), "outputPaths": list(script.outputs),
        "runOnlyForDeploymentPostprocessing": "0", "shellPath": "/bin/sh", "shellScript": .text(script.text),
      ])
  }

  private mutating func product(of target: String, _ name: String, package: Value?) -> Value {
    add(
      "XCSwiftPackageProductDependency", "\(target) \(name)", name: name,
      ["package": package, "productName": .text(name)])
  }

  private mutating func dependency(of target: String, on other: String, _ project: Value) -> Value {
    let reference = Self.reference("PBXNativeTarget", other)
    guard case .object(let id, _) = reference else { return reference }
    let proxy = add(
      "PBXContainerItemProxy", "\(target) \(other)", name: "PBXContainerItemProxy",
      [
        "containerPortal": project, "proxyType": "1", "remoteGlobalIDString": .text(id),
        "remoteInfo": .text(other),
      ])
    return add(
      "PBXTargetDependency", "\(target) \(other)", name: "PBXTargetDependency",
      ["target": reference, "targetProxy": proxy])
  }
}
