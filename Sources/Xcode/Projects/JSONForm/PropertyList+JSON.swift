import Base

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
