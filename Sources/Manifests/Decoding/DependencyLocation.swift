/// Reads the location of a source control dependency the way SwiftPM does.
enum DependencyLocation {
  /// Whether it is a folder rather than a URL: it has neither a scheme nor a user before `@`.
  static func isPath(_ location: String) -> Bool {
    for delimiter in ["://", "@"] {
      if let end = firstRange(of: delimiter, in: location), !location[..<end].contains("/") { return false }
    }
    return true
  }

  /// The name SwiftPM knows a dependency by: the last path component without `.git`, in lower case.
  static func identity(of location: String) -> String {
    let last = location.split { $0 == "/" || $0 == ":" }.last ?? ""
    return (last.hasSuffix(".git") ? last.dropLast(4) : last).lowercased()
  }

  private static func firstRange(of needle: String, in text: String) -> String.Index? {
    text.indices.first { text[$0...].hasPrefix(needle) }
  }
}
