/// Builds that fail because of the machine and not of the sources: such a failure is no verdict.
enum DiskTrouble {
  /// In the words of the C library, which SwiftPM, compilers and linkers pass on.
  private static let reasons = [
    "No space left on device", "Disk quota exceeded", "Read-only file system", "Input/output error",
  ]

  /// What the output of a build that failed says of the disk; nil when it says nothing. A line about a place in a source,
  /// and an excerpt of one, may hold such words and mean something else.
  static func reason(in output: String) -> String? {
    for line in output.split(whereSeparator: \.isNewline) {
      guard let reason = reasons.first(where: { line.contains($0) }), !isExcerpt(line), !isLocated(line)
      else {
        continue
      }
      return reason
    }
    return nil
  }

  /// `12 | let text = "No space left on device"`, or a mark below such a line.
  private static func isExcerpt(_ line: Substring) -> Bool {
    let start = line.drop { $0 == " " || $0.isNumber }
    return start.first == "|"
  }

  private static func isLocated(_ line: Substring) -> Bool {
    let places = [": error: ", ": warning: ", ": note: "].compactMap { line.firstRange(of: $0)?.lowerBound }
    guard let end = places.min() else { return false }
    let numbers = line[..<end].split(separator: ":").suffix(2).compactMap { Int($0) }
    return numbers.contains { $0 > 0 }
  }
}
