/// Where a Swift source mentions words: outside of comments and literals as far as the import lexer tells these.
package enum WordSites {
  /// The lines of each of `words`, each line once.
  package static func lines(of words: Set<String>, in bytes: [UInt8]) -> [String: [Int]] {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return [:] }
      var text = SwiftImportScanner(cursor: ByteCursor(bytes: base, end: buffer.count), skipsLiterals: true)
      var found: [String: [Int]] = [:]
      while !text.cursor.isAtEnd {
        let start = text.cursor.position
        switch text.cursor.byte {
        // An interpolation may well mention something, so that strings are looked into.
        case .slash: text.skipSlash()
        case let byte where byte.isIdentifier:
          while text.cursor.byte.isIdentifier { text.cursor.position += 1 }
          let word = text.cursor.text(from: start, to: text.cursor.position)
          guard words.contains(word) else { continue }
          let line = text.cursor.line(at: start)
          if found[word]?.last != line { found[word, default: []].append(line) }
        default: text.cursor.position += 1
        }
      }
      return found
    }
  }
}
