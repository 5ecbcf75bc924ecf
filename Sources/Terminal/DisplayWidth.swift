/// How many columns text takes on a terminal.
///
/// The widths are those of East Asian Width and emoji presentation, by grapheme; characters of
/// ambiguous width count as one column, as most terminals draw them.
package enum DisplayWidth {
  package static func of(_ text: String) -> Int {
    // Most names are ASCII, where a byte is a column.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  package static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .control, .nonspacingMark, .enclosingMark: return 0
    // The soft hyphen is a format character that terminals draw.
    case .format: return first.value == 0xAD ? 1 : 0
    default: break
    }
    if isWide(first.value) || first.properties.isEmojiPresentation { return 2 }
    // A variation selector, a flag's second letter or a joiner makes a picture of plain characters.
    return scalars.dropFirst().contains { $0.value == 0xFE0F || $0.properties.isEmojiModifier } ? 2 : 1
  }

  private static func isWide(_ scalar: UInt32) -> Bool {
    scalar >= 0x1100 && wide.contains { $0.contains(scalar) }
  }

  /// The blocks whose East Asian Width is W or F.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08,
    0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
