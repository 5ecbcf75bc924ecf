extension HTMLWriter {
  /// Words and names of one cell.
  mutating func cell(_ cell: ReportTable.Cell) {
    for span in cell {
      switch span {
      case .code(let text): code(text)
      case .words(let text): words(text)
      }
    }
  }

  /// A name from outside. Where there is no room for it, it goes on behind a slash or a colon: a line never ends
  /// within a word.
  mutating func code(_ content: String, _ attributes: Attributes = []) {
    element("code", attributes) { $0.breakable(content) }
  }

  private mutating func breakable(_ content: String) {
    var piece = ""
    let letters = Array(content)
    for (index, letter) in letters.enumerated() {
      piece.append(letter)
      let next = index + 1 < letters.count ? letters[index + 1] : " "
      guard "/:_".contains(letter), next.isLetter else { continue }
      words(piece)
      open("wbr")
      piece = ""
    }
    words(piece)
  }
}
