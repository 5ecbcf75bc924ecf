extension ModuleSplit {
  /// Where something that moves is written with its old module's name in front, as `Cart.Price`.
  func qualifiers() -> [ExtractionPlan.Qualifier] {
    let gone = Set(
      ground.files.filter { side($0) == .moved }.flatMap { file in
        file.declarations.filter { $0.parent == nil }.map(\.usr)
      })
    var found: [ExtractionPlan.Qualifier] = []
    for file in ground.files {
      let uses = file.uses.filter { !$0.isImplicit && gone.contains($0.usr) }
      guard !uses.isEmpty else { continue }
      let source = SourceText(ground.contents(file.path))
      for use in uses {
        guard let place = source.offset(line: use.line, column: use.column),
          let range = source.qualifier(ofNameAt: place), source.word(range) == module.name
        else { continue }
        found.append(.init(file: file.path, line: use.line, symbol: use.name, range: range))
      }
    }
    // One source may be compiled into several modules, and one place use several things.
    var seen: Set<[Int]> = []
    let paths = Dictionary(uniqueKeysWithValues: Set(found.map(\.file)).enumerated().map { ($1, $0) })
    return found.filter { seen.insert([paths[$0.file] ?? 0, $0.range.lowerBound]).inserted }
  }
}

extension SourceText {
  /// The word before the dot that a name stands behind; nil where there is none, or where it is a member of something itself.
  func qualifier(ofNameAt offset: Int) -> Range<Int>? {
    guard offset <= bytes.count else { return nil }
    var at = beforeSpaces(offset)
    guard at > 0, bytes[at - 1] == UInt8(ascii: ".") else { return nil }
    let end = beforeSpaces(at - 1)
    at = end
    while at > 0, Self.isWord(bytes[at - 1]) { at -= 1 }
    guard at < end else { return nil }
    let before = beforeSpaces(at)
    let isMember = before > 0 && bytes[before - 1] == UInt8(ascii: ".")
    // `0..<Cart.most` ends an operator there, `0...Cart.most` as well.
    let isOperator = before > 1 && bytes[before - 2] == UInt8(ascii: ".")
    return isMember && !isOperator ? nil : at..<end
  }

  /// Without backticks.
  func word(_ range: Range<Int>) -> String { text(range).filter { $0 != "`" } }

  private func beforeSpaces(_ offset: Int) -> Int {
    (bytes[..<offset].lastIndex { !Self.isSpace($0) } ?? -1) + 1
  }
}
