/// Writes a dependency of some targets on a package in the same workspace into a manifest's text; all else stays as it
/// is, byte by byte.
package struct DependencyAddition: Sendable, Hashable {
  /// As the manifest is to name the package's folder.
  private let path: String
  private let package: String
  private let product: String

  package init(path: String, package: String, product: String) {
    self.path = path
    self.package = package
    self.product = product
  }

  /// What the manifest comes to say.
  package func add(to manifest: inout PackageManifest, targets: Set<String>) {
    manifest.dependencies.append(PackageDependency(source: .path(path)))
    for index in manifest.targets.indices where targets.contains(manifest.targets[index].name) {
      manifest.targets[index].dependencies.append(TargetDependency(.product(product, package: package)))
    }
  }

  /// The text that says so.
  package func added(to contents: [UInt8], targets: Set<String>) throws(ManifestSwitch.Problem) -> [UInt8] {
    guard [path, package, product].allSatisfy(Self.isPlain) else { throw .path(path) }
    let whole = try ManifestSwitch.calls(in: contents) { $0 == "Package" }
    guard let whole = whole.first, let offered = whole["targets"] else {
      throw .unreadable("no call of Package with its targets written out")
    }
    var insertions: [Insertion] = []
    let call = ".package(path: \"\(path)\")"
    if let present = whole["dependencies"] {
      insertions += try Self.appending(call, to: present, in: contents)
    } else {
      let text = "dependencies: [\(call)],\(Self.separator(before: offered.range.lowerBound, in: contents))"
      insertions.append(Insertion(place: offered.range.lowerBound, text: text))
    }
    let declared = try ManifestSwitch.targets(in: contents)
    let need = ".product(name: \"\(product)\", package: \"\(package)\")"
    for name in targets.sorted() {
      guard let target = declared.first(where: { $0["name"]?.literal == name }), let named = target["name"]
      else {
        throw .unreadable("no target \"\(name)\" that is written out")
      }
      if let present = target["dependencies"] {
        insertions += try Self.appending(need, to: present, in: contents)
      } else {
        let text = ",\(Self.separator(before: named.range.lowerBound, in: contents))dependencies: [\(need)]"
        insertions.append(Insertion(place: named.range.upperBound, text: text))
      }
    }
    var result = contents
    for insertion in insertions.sorted(by: { $0.place > $1.place }) {
      result.insert(contentsOf: Array(insertion.text.utf8), at: insertion.place)
    }
    return result
  }

  private struct Insertion {
    let place: Int
    let text: String
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }
}

// MARK: Calls

extension ManifestSwitch {
  private static let targetKinds: Set = ["target", "executableTarget", "testTarget", "macro"]

  /// A target that is named as a dependency stands in the call that declares another.
  static func targets(in contents: [UInt8]) throws(Problem) -> [ManifestCall] {
    let all = try calls(in: contents, named: targetKinds.contains)
    return all.filter { one in
      !all.contains {
        $0 != one && $0.range.lowerBound < one.range.lowerBound && one.range.upperBound <= $0.range.upperBound
      }
    }
  }
}

// MARK: Lists

extension DependencyAddition {
  private static func appending(
    _ element: String, to argument: ManifestCall.Argument, in contents: [UInt8]
  ) throws(ManifestSwitch.Problem) -> [Insertion] {
    guard let list = argument.list else {
      throw .unreadable("\"\(argument.label)\" that is no list written out")
    }
    guard let elements = list.elements else {
      return [Insertion(place: list.range.lowerBound + 1, text: element)]
    }
    let last = list.comma ?? elements.upperBound
    let newline = UInt8(ascii: "\n")
    guard let end = contents[last..<list.range.upperBound].firstIndex(of: newline) else {
      return [Insertion(place: last, text: list.comma == nil ? ", \(element)" : " \(element),")]
    }
    // A comment on the line stays with what it stands behind.
    let isDOS = end > last && contents[end - 1] == UInt8(ascii: "\r")
    let text = (isDOS ? "\r\n" : "\n") + indent(of: elements.lowerBound, in: contents) + element
    let place = isDOS ? end - 1 : end
    guard list.comma == nil else { return [Insertion(place: place, text: text + ",")] }
    if place == last { return [Insertion(place: last, text: "," + text)] }
    return [Insertion(place: last, text: ","), Insertion(place: place, text: text)]
  }

  /// A new line where the argument begins one, else a space.
  private static func separator(before place: Int, in contents: [UInt8]) -> String {
    let start = lineStart(of: place, in: contents)
    guard contents[start..<place].allSatisfy(isBlank) else { return " " }
    return "\n" + String(decoding: contents[start..<place], as: UTF8.self)
  }

  private static func indent(of place: Int, in contents: [UInt8]) -> String {
    let start = lineStart(of: place, in: contents)
    return String(decoding: contents[start..<place].prefix(while: isBlank), as: UTF8.self)
  }

  private static func lineStart(of place: Int, in contents: [UInt8]) -> Int {
    (contents[..<place].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
