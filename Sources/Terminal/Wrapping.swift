extension StyledText {
  /// The text in lines of at most `width` columns, broken at spaces; a longer word stays whole. Every line
  /// has the style of the text's beginning. A nil width sets no limit.
  package func wrapped(to width: Int?) -> [StyledText] {
    guard let width, self.width > width else { return [self] }
    let style = spans.first?.style ?? .plain
    var lines: [String] = []
    var used = 0
    for word in plain.split(separator: " ") {
      let columns = DisplayWidth.of(String(word))
      if let last = lines.last, used + 1 + columns <= width {
        lines[lines.count - 1] = "\(last) \(word)"
        used += 1 + columns
      } else {
        lines.append(String(word))
        used = columns
      }
    }
    return lines.map { StyledText($0, style) }
  }
}
