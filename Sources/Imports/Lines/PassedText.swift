/// What a scanner passed over: all that is not plain code, by the places of its bytes, in their order.
struct PassedText {
  var comments: [Range<Int>] = []
  /// Comments too, strings, regex literals, attributes, imports: nowhere in there is a declaration.
  private(set) var tokens: [Range<Int>] = []
  /// Where the names of the attributes `@Test` begin.
  var testAttributes: [Int] = []

  mutating func noteToken(from start: Int, to stop: Int) {
    if stop > start + 1 { tokens.append(start..<stop) }
  }
}
