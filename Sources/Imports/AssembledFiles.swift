/// Finds the files that assembly takes in, be it a file of its own or a string in C: `.incbin "X"`, `.include "X"`.
struct AssembledFiles {
  private static let directives: [StaticString] = [".incbin", ".include"]

  var cursor: ByteCursor

  mutating func includes() -> [CInclude] {
    var found: [CInclude] = []
    while !cursor.isAtEnd {
      let start = cursor.position
      guard cursor.byte == UInt8(ascii: "."),
        let directive = Self.directives.first(where: { cursor.has($0, at: start) })
      else {
        cursor.position += 1
        continue
      }
      cursor.position += directive.utf8CodeUnitCount
      if let path = name() {
        found.append(CInclude(path: path, form: .embedded, line: cursor.line(at: start)))
      }
    }
    return found
  }

  /// The quoted name that follows; within a string of C its quotes are escaped.
  private mutating func name() -> String? {
    while cursor.byte.isBlank || cursor.byte == .backslash { cursor.position += 1 }
    guard cursor.byte == .quote else { return nil }
    cursor.position += 1
    let start = cursor.position
    while !cursor.isAtEnd, cursor.byte != .quote, cursor.byte != .backslash, !cursor.byte.isLineBreak {
      cursor.position += 1
    }
    return cursor.position > start ? cursor.text(from: start, to: cursor.position) : nil
  }
}
