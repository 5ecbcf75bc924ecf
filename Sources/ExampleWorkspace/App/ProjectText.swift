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
}

// MARK: Text

extension ProjectText {
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
        "_/:.".utf8.contains(byte) || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte)
      }
    if isPlain { return text }
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
      "\n", with: "\\n")
    return "\"\(escaped)\""
  }
}
