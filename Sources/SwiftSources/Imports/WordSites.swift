/// Finds words in the code of a Swift source, interpolations included.
package enum WordSites {
  /// Returns the lines of each of `words`, each line once.
  package static func lines(of words: Set<String>, in bytes: [UInt8]) -> [String: [Int]] {
    var found: [String: [Int]] = [:]
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var lexer = SwiftLexer(ByteCursor(bytes: base, end: buffer.count))
      while let token = lexer.next() {
        guard let word = lexer.cursor.name(token), words.contains(word) else { continue }
        let line = lexer.cursor.line(at: token.range.lowerBound)
        if found[word]?.last != line { found[word, default: []].append(line) }
      }
    }
    return found
  }
}
