import Base

/// Writes values in JSON5, now in one way and now in another.
struct JSON5Writer {
  private var random: any RandomNumberGenerator
  private var text = "// A project\n"

  static func text(of node: JSONNode, using random: any RandomNumberGenerator) -> String {
    var writer = JSON5Writer(random: random)
    writer.write(node)
    return writer.text + "\n"
  }

  private mutating func write(_ node: JSONNode) {
    switch node.value {
    case .array(let elements):
      text += "["
      for element in elements {
        write(element)
        text += [",\n", ", ", ",/* */"].randomElement(using: &random) ?? ","
      }
      text += "]"
    case .object(let members):
      text += "{\n"
      for member in members {
        let isPlain =
          member.key.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") } && !member.key.isEmpty
        if isPlain, Bool.random(using: &random) { text += member.key } else { write(member.key) }
        text += [":", ": ", " :\u{A0}"].randomElement(using: &random) ?? ":"
        write(member.value)
        text += [",\n", ", ", ", // x\n"].randomElement(using: &random) ?? ","
      }
      text += "}"
    case .string(let string): write(string)
    default: text += node.compactJSON
    }
  }

  private mutating func write(_ string: String) {
    let json = string.compactJSON
    guard Bool.random(using: &random) else { return text += json }
    let inner = json.dropFirst().dropLast().replacing("\\\"", with: "\"").replacing("'", with: "\\'")
    let place =
      inner.isEmpty || inner.contains("\\") ? inner.endIndex : inner.indices.randomElement(using: &random)
    let cut = place ?? inner.endIndex
    text += "'\(inner[..<cut])\\\n\(inner[cut...])'"
  }

  private init(random: any RandomNumberGenerator) { self.random = random }
}
