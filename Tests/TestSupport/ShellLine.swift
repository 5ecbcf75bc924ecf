/// A line as a shell reads it, as far as documents and examples go.
package struct ShellLine {
  /// The words of each command, without what is redirected.
  package let commands: [[String]]

  package init(_ line: some StringProtocol) {
    var commands: [[String]] = [[]]
    var word = ""
    var isQuoted = false
    var quote: Character?
    var isRedirected = false
    func endWord() {
      defer { (word, isQuoted) = ("", false) }
      guard !word.isEmpty || isQuoted else { return }
      switch isQuoted ? "" : word {
      case "|", "&&", ";":
        commands.append([])
        isRedirected = false
      case ">", ">>", "#": isRedirected = true
      default: if !isRedirected { commands[commands.count - 1].append(word) }
      }
    }
    for character in line {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        (quote, isQuoted) = (character, true)
      } else if quote == nil, character == " " {
        endWord()
      } else {
        word.append(character)
      }
    }
    endWord()
    self.commands = commands
  }
}
