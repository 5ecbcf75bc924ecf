// What stands in an inheritance clause besides names.

extension DeclarationScanner {
  /// Attributes that mean nothing to those who use a conformance.
  private static let harmless: Set = ["unchecked", "retroactive", "preconcurrency", "unsafe", "safe"]

  /// Reads on from the name of a type to what opens it, and stays where it is.
  mutating func addMarks(to name: String) {
    var look = text
    var (angles, isInherited) = (0, false)
    while !look.cursor.isAtEnd {
      switch look.cursor.byte {
      case UInt8(ascii: "{"), UInt8(ascii: ";"), UInt8(ascii: "}"): return
      case .slash: look.skipSlash()
      case UInt8(ascii: "<"):
        angles += 1
        look.cursor.position += 1
      case UInt8(ascii: ">"):
        angles -= 1
        look.cursor.position += 1
      case UInt8(ascii: ":") where angles == 0:
        isInherited = true
        look.cursor.position += 1
      case UInt8(ascii: "~"), UInt8(ascii: "@"):
        let sign = look.cursor.byte == UInt8(ascii: "~") ? "~" : "@"
        look.cursor.position += 1
        let word = Self.word(&look)
        guard angles == 0, isInherited, !Self.harmless.contains(word) else { continue }
        look.skipTrivia()
        let inherited = sign == "@" ? " \(Self.word(&look))" : ""
        found.marks[name, default: []].insert("\(sign)\(word)\(inherited)")
      case let byte where byte.isIdentifier:
        // Conditions, which the declaration's own text has.
        if Self.word(&look) == "where" { return }
      default: look.cursor.position += 1
      }
    }
  }

  private static func word(_ text: inout SwiftImportScanner) -> String {
    let start = text.cursor.position
    while text.cursor.byte.isIdentifier { text.cursor.position += 1 }
    return text.cursor.text(from: start, to: text.cursor.position)
  }
}
