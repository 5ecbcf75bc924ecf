import TestSupport

/// A random workspace with its configuration: the model that both the files and the oracle come from.
struct RandomWorkspace: Sendable, Hashable {
  var sketch: WorkspaceSketch
  var config: RandomConfig?

  var files: [String: String] {
    var files = sketch.allFiles
    if let config { files["workspace.json"] = config.text }
    return files
  }

  /// Names that a source can import.
  var importable: [String] {
    sketch.packages.flatMap(\.targets).filter { $0.kind == .library }.map(\.name)
  }

  var packageFolders: [String] { sketch.packages.map(\.folder) }

  /// Removes a package with its files, and all that others say about it.
  mutating func removePackage(_ folder: String) {
    let name = Self.name(of: folder)
    sketch.remove(folder)
    sketch.files = sketch.files.filter { !$0.key.hasPrefix(folder + "/") }
    for index in sketch.packages.indices {
      sketch.packages[index].dependencies.removeAll { Self.path($0).hasSuffix("/\(name)") }
      for target in sketch.packages[index].targets.indices {
        sketch.packages[index].targets[target].dependencies.removeAll { $0.package == name }
        sketch.packages[index].targets[target].plugins.removeAll { $0.hasSuffix("@\(name)") }
      }
    }
  }

  /// Removes a target with its files, and all that others say about it.
  mutating func removeTarget(_ target: SketchTarget, of folder: String) {
    let package = sketch[folder]
    sketch.files = sketch.files.filter { !$0.key.hasPrefix(package.path(target.folder) + "/") }
    let lost = package.allProducts.filter { $0.targets == [target.name] }.map(\.name)
    sketch[folder].targets.removeAll { $0.name == target.name }
    sketch[folder].products = package.products?.compactMap { product in
      var product = product
      product.targets.removeAll { $0 == target.name }
      return product.targets.isEmpty ? nil : product
    }
    for index in sketch.packages.indices {
      let isOwn = sketch.packages[index].folder == folder
      for place in sketch.packages[index].targets.indices {
        sketch.packages[index].targets[place].dependencies.removeAll { dependency in
          isOwn && dependency.package == nil
            ? dependency.name == target.name
            : dependency.package == Self.name(of: folder) && lost.contains(dependency.name)
        }
        sketch.packages[index].targets[place].plugins.removeAll { plugin in
          plugin == target.name || plugin == "\(target.name)@\(Self.name(of: folder))"
        }
      }
    }
  }

  static func name(of folder: String) -> String {
    folder.split(separator: "/").last.map(String.init) ?? folder
  }

  /// The path in a dependency's text, without traits.
  static func path(_ dependency: String) -> String {
    dependency.split(separator: " ").first.map(String.init) ?? dependency
  }
}

struct RandomConfig: Sendable, Hashable {
  var name = "random"
  var unowned: String?
  var platforms: [String] = []
  /// Module id to the folder whose files are its inputs.
  var inputs: [String: String] = [:]
  var tags: [String: String] = [:]

  var text: String {
    var members = ["\"version\": 1", "\"name\": \"\(name)\""]
    if let unowned { members.append("\"inputs\": {\"unowned\": \"\(unowned)\"}") }
    if !platforms.isEmpty {
      members.append("\"platforms\": [\(platforms.map { "\"\($0)\"" }.joined(separator: ", "))]")
    }
    let modules = Set(inputs.keys).union(tags.keys).sorted().map { id in
      let inputs = inputs[id].map { "\"inputs\": [\"\($0)/**\"]" }
      let tags = tags[id].map { "\"tags\": [\"\($0)\"]" }
      return "\"//\(id)\": {\([inputs, tags].compactMap { $0 }.joined(separator: ", "))}"
    }
    if !modules.isEmpty { members.append("\"modules\": {\(modules.joined(separator: ", "))}") }
    return "{\(members.joined(separator: ", "))}\n"
  }
}

/// Versions of remote packages, as a lockfile holds them.
enum RandomPins {
  static func text(_ pins: [String: String], indent: String = "  ") -> String {
    let entries = pins.sorted { $0.key < $1.key }.map { name, version in
      """
      {"identity": "\(name)", "kind": "remoteSourceControl", "location": "https://example.com/acme/\(name).git",
      \(indent)"state": {"revision": "0123", "version": "\(version)"}}
      """
    }
    return "{\n\(indent)\"pins\": [\(entries.joined(separator: ", "))],\n\(indent)\"version\": 3\n}\n"
  }

  /// The versions in such a text, by name.
  static func versions(_ text: String) -> [String: String] {
    var result: [String: String] = [:]
    for entry in text.components(around: "\"identity\": \"").dropFirst() {
      let name = entry.prefix { $0 != "\"" }
      let version = entry.components(around: "\"version\": \"").dropFirst().first?.prefix { $0 != "\"" }
      result[String(name)] = version.map { String($0) }
    }
    return result
  }
}

extension StringProtocol {
  fileprivate func components(around separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map { String($0) }
  }
}
