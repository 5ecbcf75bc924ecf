package import Base

extension XcodeTestPlan {
  /// Reads an `.xctestplan`. `base` is the folder of the container that uses the plan: references count from there, and
  /// the plan does not name it.
  package init(reading bytes: [UInt8], file: RelativePath, base: RelativePath) throws(XcodeProblem) {
    let root: JSONNode
    do throws(JSONError) {
      root = try JSONParser.parse(bytes)
    } catch {
      throw Self.problem(error.message, at: error.offset, bytes, file)
    }
    guard let members = root.objectValue else {
      throw Self.problem(
        "a test plan must be an object, not \(root.kindName)", at: root.offset, bytes, file)
    }
    var entries: [Entry] = []
    for node in try Self.entries(of: root, bytes, file) {
      entries.append(try Self.entry(node, bytes, file, base))
    }
    var mentions = TestMentions()
    var writer = ByteWriter()
    for member in members.sorted(by: { $0.key < $1.key }) where member.key != Self.entriesKey {
      writer.data(member.key.utf8)
      writer.write(member.value)
      mentions.read(member.value, base)
    }
    self.init(
      file: file, entries: entries, definition: SHA256.digest(of: writer.bytes), mentions: mentions)
  }

  /// Returns the plan's bytes without some of its entries. Every other byte stays. `bytes` are those that the plan was
  /// read from.
  package func filtered(_ bytes: [UInt8], keeping isKept: (Entry) -> Bool) -> [UInt8] {
    guard let first = entries.first, let last = entries.last else { return bytes }
    var result = Array(bytes[..<first.span.lowerBound])
    var before: Int?
    var isEmpty = true
    for entry in entries {
      if isKept(entry) {
        // The comma and the space before an entry go with it, except for the first that stays.
        if let before, !isEmpty { result += bytes[before..<entry.span.lowerBound] }
        result += bytes[entry.span]
        isEmpty = false
      }
      before = entry.span.upperBound
    }
    return result + bytes[last.span.upperBound...]
  }

  private static let entriesKey = "testTargets"

  private static func problem(
    _ message: String, at offset: Int, _ bytes: [UInt8], _ file: RelativePath
  ) -> XcodeProblem {
    XcodeProblem(damage: message, line: TextPosition(of: offset, in: bytes).line, of: bytes, in: file)
  }
}

// MARK: Entries

extension XcodeTestPlan {
  private static func entries(
    of root: JSONNode, _ bytes: [UInt8], _ file: RelativePath
  ) throws(XcodeProblem) -> [JSONNode] {
    guard let list = root[entriesKey] else { return [] }
    guard let entries = list.arrayValue else {
      throw problem("\"\(entriesKey)\" is \(list.kindName), not a list", at: list.offset, bytes, file)
    }
    return entries
  }

  private static func entry(
    _ node: JSONNode, _ bytes: [UInt8], _ file: RelativePath, _ base: RelativePath
  ) throws(XcodeProblem) -> Entry {
    guard let target = node["target"], let name = target["name"]?.stringValue else {
      throw problem("an entry of the test plan names no target", at: node.offset, bytes, file)
    }
    let container = XcodeContainer.path(target["containerPath"]?.stringValue ?? "container:", from: base)
    var writer = ByteWriter()
    writer.write(node)
    return Entry(
      target: XcodeTargetReference(container: container, name: name),
      isEnabled: node["enabled"]?.boolValue ?? true, definition: SHA256.digest(of: writer.bytes),
      span: node.offset..<end(ofObjectAt: node.offset, in: bytes))
  }

  /// The text has been parsed, so its brackets have partners.
  private static func end(ofObjectAt start: Int, in bytes: [UInt8]) -> Int {
    var (at, depth) = (start, 0)
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "\""):
        at += 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
          at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
        }
      default: break
      }
      at += 1
      if depth == 0 { break }
    }
    return min(at, bytes.count)
  }
}

extension ByteWriter {
  /// A value of JSON, whatever the order of its keys. The id of a target that has a name besides does not count.
  fileprivate mutating func write(_ node: JSONNode) {
    switch node.value {
    case .null: byte(0)
    case .bool(let flag): byte(flag ? 2 : 1)
    case .number(let text):
      byte(3)
      data(text.utf8)
    case .string(let text):
      byte(4)
      data(text.utf8)
    case .array(let elements):
      byte(5)
      count(elements.count)
      for element in elements { write(element) }
    case .object(let members):
      byte(6)
      let isTarget = node["containerPath"] != nil && node["name"] != nil
      let counted = members.filter { !isTarget || $0.key != "identifier" }.sorted { $0.key < $1.key }
      count(counted.count)
      for member in counted {
        data(member.key.utf8)
        write(member.value)
      }
    }
  }
}
