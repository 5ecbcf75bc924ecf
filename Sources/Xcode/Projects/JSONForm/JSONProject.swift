import Base

/// The objects of a project in the JSON form (`project.xcproj`), converted to those of the classic form.
///
/// The JSON form has another order: files name their phases, targets share configurations, and references are names.
/// The conversion lets one reader serve both forms. Unknown keys below a target are kept under names of their own, so
/// they count in its definition.
struct JSONProject {
  typealias Member = JSONNode.Member

  let root: JSONNode
  private(set) var objects: [Object] = []
  private(set) var problems: [(message: String, offset: Int)] = []

  /// The targets in their order, each with its object.
  var targets: [(node: JSONNode, object: Int)] = []
  var targetsByName: [String: [Int]] = [:]
  /// The phases by their target and kind.
  var phases: [[String]: [Phase]] = [:]
  var phasesByID: [String: Int] = [:]
  /// The members of the tree by the names of their groups and their own.
  var membersByPath: [[String]: [Int]] = [:]
  var membersByID: [String: Int] = [:]
  /// The files of phases and the folders of targets, by the object that has them.
  var held: [Int: [JSONNode]] = [:]
  var packages: [(identity: String, folder: RelativePath?, object: Int)] = []

  struct Object {
    let offset: Int
    var fields: [(key: String, value: JSONNode)]
  }

  struct Phase {
    let name: String?
    let object: Int
  }

  init(_ bytes: [UInt8], folder: RelativePath) throws(JSONError) {
    root = try JSONParser.parse(bytes, as: .json5)
    try Self.checkTexts(in: root)
    _ = try Self.members(of: root)
    if value(root, "files") == nil {
      throw JSONError("the project file has no \"files\"", at: root.offset)
    }
    try readProject(folder)
  }

  /// Ids begin with a character that no text of Xcode contains. So no text names an object by accident.
  private static let mark = "\u{1}"

  private static func checkTexts(in node: JSONNode) throws(JSONError) {
    switch node.value {
    case .string(let text) where text.hasPrefix(mark):
      throw JSONError("a string begins with a control character", at: node.offset)
    case .array(let elements): for element in elements { try checkTexts(in: element) }
    case .object(let members): for member in members { try checkTexts(in: member.value) }
    default: break
    }
  }

  mutating func note(_ message: String, at node: JSONNode) { problems.append((message, node.offset)) }
}

// MARK: Objects

extension JSONProject {
  mutating func add(_ isa: String, at node: JSONNode) -> Int {
    objects.append(
      Object(offset: node.offset, fields: [("isa", JSONNode(.string(isa), offset: node.offset))]))
    return objects.count - 1
  }

  mutating func set(_ key: String, of object: Int, to value: JSONNode) {
    objects[object].fields.append((key, value))
  }

  mutating func set(_ key: String, of object: Int, to text: String) {
    set(key, of: object, to: JSONNode(.string(text), offset: objects[object].offset))
  }

  mutating func set(_ key: String, of object: Int, to ids: [JSONNode]) {
    if !ids.isEmpty { set(key, of: object, to: JSONNode(.array(ids), offset: objects[object].offset)) }
  }

  /// A value that names an object.
  func id(_ object: Int, at node: JSONNode) -> JSONNode {
    JSONNode(.string(Self.id(object)), offset: node.offset)
  }

  static func id(_ object: Int) -> String { "\(mark)\(object)" }

  /// Copies all members except those in `read`.
  mutating func copy(
    _ node: JSONNode, to object: Int, except read: Set<String>, names: [String: String] = [:]
  ) {
    for member in node.objectValue ?? [] where !read.contains(member.key) && !member.value.isNull {
      set(names[member.key] ?? Self.names[member.key] ?? "?\(member.key)", of: object, to: member.value)
    }
  }

  /// Keys with other names in the classic form. An unknown key gets a name that the classic form does not have.
  private static let names = [
    "name": "name", "index": "includeInIndex", "line-ending": "lineEnding", "platforms": "platformFilters",
    "asset-tags": "assetTags", "file-types": "explicitFileTypes", "opaque-folders": "explicitFolders",
    "public-headers": "publicHeaders", "private-headers": "privateHeaders", "shell": "shellPath",
    "input-paths": "inputPaths", "input-file-list-paths": "inputFileListPaths",
    "output-paths": "outputPaths", "input-files": "inputFiles", "input-file-lists": "inputFileListPaths",
    "output-files": "outputFiles", "product-name": "productName",
  ]
}

// MARK: Values

extension JSONProject {
  static func members(of node: JSONNode) throws(JSONError) -> [Member] {
    guard let members = node.objectValue else { throw unexpected(node, "an object") }
    return members
  }

  /// Returns the elements of a list; none for a missing key.
  func list(_ node: JSONNode, _ key: String) throws(JSONError) -> [JSONNode] {
    guard let value = value(node, key) else { return [] }
    guard let elements = value.arrayValue else { throw Self.unexpected(value, "a list") }
    return elements
  }

  func text(_ node: JSONNode, _ key: String) throws(JSONError) -> String? {
    guard let value = value(node, key) else { return nil }
    return try Self.text(of: value)
  }

  /// Returns nil for a missing value and for null.
  func value(_ node: JSONNode, _ key: String) -> JSONNode? { node[key].flatMap { $0.isNull ? nil : $0 } }

  static func text(of node: JSONNode) throws(JSONError) -> String {
    guard let text = node.stringValue else { throw unexpected(node, "a string") }
    return text
  }

  static func unexpected(_ node: JSONNode, _ expected: String) -> JSONError {
    JSONError("\(expected) is expected here, not \(node.kindName)", at: node.offset)
  }

  /// Returns a text, which may be written as a list of lines.
  func lines(_ node: JSONNode, _ key: String) throws(JSONError) -> String? {
    guard let value = value(node, key), value.arrayValue != nil else { return try text(node, key) }
    return try list(node, key).map { line throws(JSONError) in try Self.text(of: line) }.joined(
      separator: "\n")
  }

  /// Notes unknown keys. Such a key may change anything, for instance the targets of a file.
  mutating func noteUnknownKeys(of node: JSONNode, except known: Set<String>, _ what: String) {
    for member in node.objectValue ?? [] where !known.contains(member.key) {
      note("\(what) has an unknown key, \"\(Self.shown(member.key))\"", at: member.value)
    }
  }

  static func shown(_ text: String) -> String { Text.escapingControls(Text.cut(text, to: 60)) }
}

// MARK: References

extension JSONProject {
  /// A path of names, or an id.
  enum Reference {
    case id(String)
    case path([String])
  }

  /// Reads `Products/Shop.app`, `id:0123456789ABCDEF`, or a list of names. In a list, an object holds a name with a
  /// slash.
  static func reference(_ node: JSONNode) throws(JSONError) -> Reference {
    if let text = node.stringValue {
      if text.hasPrefix("id:") { return .id(String(text.dropFirst("id:".count))) }
      return .path(resolved(text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)))
    }
    guard let elements = node.arrayValue else { throw unexpected(node, "a string or a list") }
    var path: [String] = []
    for element in elements {
      if let name = element["name"] {
        path.append(try text(of: name))
      } else {
        path = resolved(path + [try text(of: element)])
      }
    }
    return .path(path)
  }

  private static func resolved(_ names: [String]) -> [String] {
    names.reduce(into: []) { path, name in
      if name == ".." { _ = path.popLast() } else if name != "." { path.append(name) }
    }
  }

  /// Returns the member of the tree that a value names. For a missing member the text stays, and the reader reports it.
  mutating func member(_ node: JSONNode, in group: [String] = []) throws(JSONError) -> JSONNode {
    var (found, name): ([Int], String)
    switch try Self.reference(node) {
    case .id(let text): (found, name) = (membersByID[text].map { [$0] } ?? [], text)
    case .path(let path):
      (found, name) = (membersByPath[group + path] ?? membersByPath[path] ?? [], path.joined(separator: "/"))
    }
    if found.count == 1 { return id(found[0], at: node) }
    if !found.isEmpty { note("several files have the name \(Self.shown(name))", at: node) }
    return JSONNode(.string(name), offset: node.offset)
  }

  /// Returns the phases that a value names: `Shop/copy/Embed Frameworks`, or within a target `copy/Embed Frameworks`.
  /// Several phases may have the same name.
  mutating func phases(_ node: JSONNode, of target: String? = nil) throws(JSONError) -> [Int] {
    var found: [Int] = []
    switch try Self.reference(node) {
    case .id(let text): found = phasesByID[text].map { [$0] } ?? []
    case .path(let path):
      let names = (target.map { [$0] } ?? []) + path
      let all = phases[Array(names.prefix(2))] ?? []
      let named = all.filter { [$0.name].compactMap(\.self) == Array(names.dropFirst(2)) }
      found = (named.isEmpty && names.count == 2 ? all : named).map(\.object)
    }
    if found.isEmpty { note("a named build phase does not exist", at: node) }
    if found.count > 1 { note("several build phases have one name", at: node) }
    return found
  }
}

extension PropertyList {
  /// Makes a property list in the classic form from the objects of the JSON form.
  init(_ project: JSONProject) {
    var builder = PropertyListBuilder()
    builder.dictionary(at: 0) { builder in
      builder.text("rootObject", at: 0)
      builder.text(JSONProject.id(0), at: 0)
      builder.text("objects", at: 0)
      builder.dictionary(at: 0) { builder in
        for (index, object) in project.objects.enumerated() {
          builder.text(JSONProject.id(index), at: object.offset)
          builder.dictionary(at: object.offset) { builder in
            for field in object.fields {
              builder.text(field.key, at: field.value.offset)
              builder.value(field.value)
            }
          }
        }
      }
    }
    self.init(bytes: builder.bytes, nodes: builder.nodes, offsets: builder.offsets)
  }
}

private struct PropertyListBuilder {
  var bytes: [UInt8] = []
  var nodes: [PropertyList.Node] = []
  var offsets: [Int] = []

  mutating func value(_ node: JSONNode) {
    switch node.value {
    // No text of a project begins with this character.
    case .null: text("\u{1}null", at: node.offset)
    case .bool(let flag): text(flag ? "true" : "false", at: node.offset)
    case .number(let digits): text(digits, at: node.offset)
    case .string(let string): text(string, at: node.offset)
    case .array(let elements):
      container(.list, at: node.offset) { builder in for element in elements { builder.value(element) } }
    case .object(let members):
      dictionary(at: node.offset) { builder in
        for member in members {
          builder.text(member.key, at: member.keyOffset)
          builder.value(member.value)
        }
      }
    }
  }

  mutating func text(_ text: String, at offset: Int) {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    append(.text, start, offset)
  }

  mutating func dictionary(at offset: Int, _ content: (inout Self) -> Void) {
    container(.dictionary, at: offset, content)
  }

  private mutating func container(
    _ kind: PropertyList.Kind, at offset: Int, _ content: (inout Self) -> Void
  ) {
    let own = nodes.count
    append(kind, bytes.count, offset)
    content(&self)
    nodes[own].next = UInt32(nodes.count)
  }

  private mutating func append(_ kind: PropertyList.Kind, _ start: Int, _ offset: Int) {
    nodes.append(
      PropertyList.Node(
        kind: kind, start: UInt32(start), end: UInt32(bytes.count), next: UInt32(nodes.count + 1)))
    offsets.append(offset)
  }
}
