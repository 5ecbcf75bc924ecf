package import Base

/// Coverage in lcov's form, which `llvm-cov export` writes and many programs read:
///
///     SF:path of a source file
///     DA:line,times
///     end_of_record
///
/// Other entries, about functions and branches, are ignored.
package enum TraceFile {
  /// Parses a trace. `place` returns a file's path in the workspace, or nil for a file that does not count. Returns nil
  /// when the bytes are no trace.
  package static func parse(_ bytes: [UInt8], _ place: (ArraySlice<UInt8>) -> RelativePath?) -> CoveredFiles?
  {
    var files: [RelativePath: CoveredFiles.Lines] = [:]
    var current: (path: RelativePath, lines: CoveredFiles.Lines)?
    var isOpen = false
    for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      if line.starts(with: "SF:".utf8) {
        guard !isOpen else { return nil }
        isOpen = true
        current = place(line.dropFirst(3)).map { ($0, [:]) }
      } else if line.elementsEqual("end_of_record".utf8) {
        guard isOpen else { return nil }
        isOpen = false
        if let current {
          files[current.path, default: [:]].merge(current.lines, uniquingKeysWith: CoveredFiles.sum)
        }
      } else if line.starts(with: "DA:".utf8) {
        let numbers = line.dropFirst(3).split(separator: UInt8(ascii: ","))
        guard isOpen, numbers.count >= 2, let number = Self.number(numbers[0]), number > 0,
          let times = Self.number(numbers[1])
        else { return nil }
        let before = current?.lines[number] ?? 0
        current?.lines[number] = CoveredFiles.sum(before, times)
      }
    }
    return isOpen ? nil : CoveredFiles(files)
  }

  /// Parses digits. A number that is too large becomes the largest `Int`.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self)) ?? Int.max
  }

  /// Writes a trace with its files and lines in order.
  package static func text(_ coverage: CoveredFiles) -> [UInt8] {
    var text: [UInt8] = []
    for (path, lines) in coverage.files.sorted(by: { $0.key < $1.key }) {
      text += "SF:".utf8
      text += path.bytes
      text += "\n".utf8
      for (line, times) in lines.sorted(by: { $0.key < $1.key }) { text += "DA:\(line),\(times)\n".utf8 }
      text += "LF:\(lines.count)\nLH:\(lines.values.count { $0 > 0 })\nend_of_record\n".utf8
    }
    return text
  }
}
