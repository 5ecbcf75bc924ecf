/// Reads the line `// swift-tools-version: 6.0` that opens a manifest.
///
/// Only forms that SwiftPM certainly accepts are read. Any other form gives nil, and the manifest is left to SwiftPM:
/// it knows the form or explains the error.
package enum ToolsVersionLine {
  package static func parse(_ contents: [UInt8]) -> ToolsVersion? {
    let start = contents.firstIndex { !isSpace($0) && !isNewline($0) } ?? contents.endIndex
    let line = contents[start...].prefix { !isNewline($0) }
    guard line.starts(with: "//".utf8) else { return nil }
    let afterMarker = line.dropFirst(2).drop(while: isSpace)
    let label = "swift-tools-version:"
    guard afterMarker.count > label.utf8.count,
      afterMarker.prefix(label.utf8.count).elementsEqual(label.utf8, by: { lowered($0) == $1 })
    else { return nil }
    let afterLabel = afterMarker.dropFirst(label.utf8.count)
    guard let version = version(afterLabel.drop(while: isSpace)) else { return nil }
    // Before 5.4 the form was strict: only line feeds before, one space after the marker, none after the label.
    let isStrict =
      contents[..<start].allSatisfy { $0 == UInt8(ascii: "\n") } && line.starts(with: "// ".utf8)
      && afterMarker.startIndex == line.startIndex + 3 && afterLabel.first.map(isSpace) == false
    return version >= ToolsVersion(5, 4) || isStrict ? version : nil
  }

  /// Reads `major.minor` or `major.minor.patch`, with digits only.
  private static func version(_ text: ArraySlice<UInt8>) -> ToolsVersion? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard !part.isEmpty, part.count < 6, part.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(String(decoding: part, as: UTF8.self))
      else { return nil }
      numbers.append(number)
    }
    return ToolsVersion(numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 0)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
