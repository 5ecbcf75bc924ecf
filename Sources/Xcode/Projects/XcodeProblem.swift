package import Base

/// An error in an Xcode file, or a part of it that is not understood.
package struct XcodeProblem: Error, Sendable, Hashable, CustomStringConvertible {
  package let file: RelativePath
  /// The line; nil when the error has no place, as with an unexpected end.
  package let line: Int?
  /// A sentence without a period: `a value is expected after "path ="`.
  package let message: String

  package init(_ message: String, in file: RelativePath, line: Int? = nil) {
    self.file = file
    self.line = line
    self.message = message
  }

  package var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(message)" }
}

extension XcodeProblem {
  /// Makes the problem for a damaged file. An unresolved Git conflict is reported instead of the damage that it causes.
  init(damage message: String, line: Int, of bytes: [UInt8], in file: RelativePath) {
    if let conflict = Self.conflict(in: bytes) {
      self.init("the file has an unresolved Git conflict", in: file, line: conflict)
    } else {
      self.init(message, in: file, line: line)
    }
  }

  /// Returns the line of the first marker: `<<<<<<< HEAD`, `||||||| base`, `=======` or `>>>>>>> main`.
  private static func conflict(in bytes: [UInt8]) -> Int? {
    var (start, number) = (0, 1)
    while start < bytes.count {
      let line = bytes[start...].prefix { $0 != 0x0A }
      if let first = line.first, "<|=>".utf8.contains(first), line.count >= 7,
        line.prefix(7).allSatisfy({ $0 == first }), line.dropFirst(7).first.map({ $0 <= 0x20 }) ?? true
      {
        return number
      }
      start = line.endIndex + 1
      number += 1
    }
    return nil
  }
}
