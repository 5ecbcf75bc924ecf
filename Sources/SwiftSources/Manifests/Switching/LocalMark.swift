/// A dependency that a manifest takes from a working copy for a while, as `ambit local` writes it. The path comes
/// first; a comment behind it has the call that it replaces.
///
///     .package(path: "../../Modules/Core") /* ambit released 1.2.0: .package(url: "...", from: "1.2.0") */
package struct LocalMark: Sendable, Hashable {
  /// The path as the manifest has it.
  package let path: String
  /// The version or commit that was pinned; nil where none was.
  package let reference: String?
  /// The call that was replaced.
  package let released: String
  /// The location from which that call takes the package.
  package let location: String
  /// The range of the call and the comment.
  let range: Range<Int>
}

extension LocalMark {
  static let opening = "/* ambit released"
  static let closing = " */"

  /// Returns all marks in a text; none when it cannot be read.
  package static func all(in contents: [UInt8]) -> [LocalMark] {
    // All manifests are searched, and few have marks.
    guard contains(contents, Array(opening.utf8)), let calls = try? ManifestCall.packages(in: contents) else {
      return []
    }
    return calls.compactMap { mark(behind: $0, in: contents) }
  }

  static func text(arguments: [String], reference: String?, released: String) -> String {
    let version = reference.map { " \($0)" } ?? ""
    return ".package(\(arguments.joined(separator: ", "))) \(opening)\(version): \(released)\(closing)"
  }

  private static func mark(behind call: ManifestCall, in contents: [UInt8]) -> LocalMark? {
    guard let path = call["path"]?.literal else { return nil }
    let rest = contents[call.range.upperBound...].drop { $0 == UInt8(ascii: " ") }
    guard rest.starts(with: opening.utf8) else { return nil }
    let comment = rest.dropFirst(opening.utf8.count)
    guard let end = firstIndex(of: Array(closing.utf8), in: comment),
      let colon = firstIndex(of: Array(": ".utf8), in: comment[..<end])
    else { return nil }
    let reference = String(decoding: comment[..<colon], as: UTF8.self).filter { $0 != " " }
    let released = Array(comment[(colon + 2)..<end])
    guard let location = try? ManifestCall.packages(in: released).first?["url"]?.literal else { return nil }
    return LocalMark(
      path: path, reference: reference.isEmpty ? nil : reference,
      released: String(decoding: released, as: UTF8.self), location: location,
      range: call.range.lowerBound..<end + closing.utf8.count)
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    firstIndex(of: part, in: text[...]) != nil
  }

  private static func firstIndex(of part: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    text.indices.first { text[$0] == part[0] && text[$0...].starts(with: part) }
  }
}
