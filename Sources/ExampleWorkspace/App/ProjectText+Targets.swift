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
}

// MARK: Targets

extension ProjectText {
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
