/// A dependency that a manifest takes from a working copy for the time being, as `ambit local` writes it: the path, and
/// behind it in a comment what stood there before.
///
///     .package(path: "../../Modules/Core") /* ambit released 1.2.0: .package(url: "...", from: "1.2.0") */
package struct LocalMark: Sendable, Hashable {
  /// As the manifest has it.
  package let path: String
  /// The version or commit that was pinned; nil where none was.
  package let reference: String?
  /// The call as it was.
  package let released: String
  /// Where that takes the package from.
  package let location: String
  /// The call and the comment.
  let range: Range<Int>
}

extension LocalMark {
  static let opening = "/* ambit released"
  static let closing = " */"

  /// None where the text cannot be read.
  package static func all(in contents: [UInt8]) -> [LocalMark] {
    // Few manifests have any, and all of them are asked.
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
