/// Reads a shell script, or another file that holds parts of scripts, as far as words go.
package enum ShellText {
  package struct Line {
    /// The number of the first line, from 1.
    package let number: Int
    package let text: String
  }

  /// The lines, joined where one goes on with `\`. Comments are left out.
  package static func lines(of text: String) -> [Line] {
    var lines: [Line] = []
    var start = 1
    var joined = ""
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      if joined.isEmpty {
        start = index + 1
        if line.drop(while: \.isWhitespace).hasPrefix("#") { continue }
      }
      let isContinued = line.hasSuffix("\\")
      joined += isContinued ? "\(line.dropLast()) " : String(line)
      if !isContinued {
        lines.append(Line(number: start, text: joined))
        joined = ""
      }
    }
    return joined.isEmpty ? lines : lines + [Line(number: start, text: joined)]
  }

  /// The words of a line, split as a shell does, without replacing variables.
  package static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var depth = 0
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace, depth == 0 {
        if let word { words.append(word) }
        word = nil
      } else if character == ";", depth == 0 {
        words += [word, ";"].compactMap(\.self)
        word = nil
      } else {
        // `${{ matrix.scheme }}` and `$(call name,x)` are one word.
        if "({".contains(character), word?.contains("$") == true { depth += 1 }
        if ")}".contains(character), depth > 0 { depth -= 1 }
        word = (word ?? "") + String(character)
      }
    }
    return words + [word].compactMap(\.self)
  }
}
