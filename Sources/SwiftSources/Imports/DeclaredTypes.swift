/// Finds the types that a Swift source declares or extends, at any depth.
package enum DeclaredTypes {
  private static let keywords: Set = ["class", "struct", "enum", "actor", "extension"]

  package static func names(in bytes: [UInt8]) -> Set<String> {
    bytes.withUnsafeBufferPointer { buffer in
      var names: Set<String> = []
      guard let base = buffer.baseAddress else { return names }
      var lexer = SwiftLexer(ByteCursor(bytes: base, end: buffer.count))
      var isDeclared = false
      while let token = lexer.next() {
        let word = lexer.cursor.name(token)
        if isDeclared, let word { names.insert(word) }
        isDeclared = word.map(keywords.contains) ?? false
      }
      return names
    }
  }
}
