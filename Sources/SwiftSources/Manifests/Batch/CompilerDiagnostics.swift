/// An error that a compiler reported.
struct CompilerDiagnostic: Sendable, Hashable {
  let file: String
  let line: Int
  let column: Int
  let message: String

  /// The errors in a compiler's output, in order.
  static func errors(in output: String) -> [CompilerDiagnostic] {
    output.split { $0 == "\n" || $0 == "\r\n" }.compactMap { error(in: $0) }
  }

  /// Reads `path:3:5: error: message`. The path may contain colons.
  private static func error(in line: Substring) -> CompilerDiagnostic? {
    let marker = ": error: "
    guard let end = line.indices.first(where: { line[$0...].hasPrefix(marker) }) else { return nil }
    let place = line[..<end].split(separator: ":", omittingEmptySubsequences: false)
    guard place.count >= 3, let column = Int(place[place.count - 1]), let row = Int(place[place.count - 2])
    else { return nil }
    return CompilerDiagnostic(
      file: place.dropLast(2).joined(separator: ":"), line: row, column: column,
      message: String(line[end...].dropFirst(marker.count)))
  }
}
