import Base

/// A call in a manifest's text that names another package: `.package(url: "...", from: "1.2.0")`.
struct ManifestCall: Sendable, Hashable {
  struct Argument: Sendable, Hashable {
    /// The argument's label; empty when it has none.
    let label: String
    /// The argument's text with its label.
    let text: String
    /// The value of a plain literal; nil for any other expression.
    let literal: String?
  }

  /// The range from the dot to the closing bracket.
  let range: Range<Int>
  let arguments: [Argument]

  subscript(label: String) -> Argument? { arguments.first { $0.label == label } }
}

extension ManifestCall {
  /// Returns the calls in the order of the text, except those in comments and strings.
  static func packages(in text: [UInt8]) throws(ManifestDoubt) -> [ManifestCall] {
    let text = try TokenizedManifest(text)
    return text.tokens.indices.compactMap(text.call)
  }

  /// Returns true when the call names one of the locations of an evaluated manifest. There a folder has no `file://`.
  func isOf(_ locations: Set<String>) -> Bool {
    guard let place = (self["url"] ?? self["id"])?.literal else { return false }
    return locations.contains(place)
      || place.hasPrefix("file://") && locations.contains(String(place.dropFirst(7)))
  }
}

extension TokenizedManifest {
  /// Returns the call whose name is the token at `index`.
  fileprivate func call(at index: Int) -> ManifestCall? {
    guard isWord(index), word(index) == "package", word(index - 1) == ".", word(index + 1) == "(",
      let end = end(ofBracketAt: index + 1)
    else { return nil }
    let range = tokens[index - 1].range.lowerBound..<tokens[end].range.upperBound
    let depth = tokens[index + 1].parentheses + 1
    return ManifestCall(range: range, arguments: arguments(index + 2..<end, depth: depth))
  }

  private func arguments(_ inside: Range<Int>, depth: Int) -> [ManifestCall.Argument] {
    let parts = inside.split { tokens[$0].parentheses == depth && word($0) == "," }
    return parts.compactMap { part in
      guard let first = part.first, let last = part.last else { return nil }
      let isLabelled = part.count > 2 && isWord(first) && word(first + 1) == ":"
      let value = isLabelled ? first + 2 : first
      let range = tokens[first].range.lowerBound..<tokens[last].range.upperBound
      return ManifestCall.Argument(
        label: isLabelled ? word(first) : "", text: String(decoding: bytes[range], as: UTF8.self),
        literal: value == last ? literal(value) : nil)
    }
  }
}

/// Replaces a dependency in a manifest's text by a working copy, and back. All other bytes stay as they are.
package enum ManifestSwitch {
  /// Returns the text with every dependency on one of `locations` taken from `path`; nil when it names none of them.
  package static func local(
    _ contents: [UInt8], locations: Set<String>, path: String, reference: String?
  ) throws(ManifestDoubt) -> [UInt8]? {
    guard path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != 0x5C }) else {
      throw ManifestDoubt(
        reason: "the path \"\(Text.escapingControls(path))\" has characters that a string must escape")
    }
    let calls: [ManifestCall]
    do throws(ManifestDoubt) { calls = try ManifestCall.packages(in: contents) } catch {
      throw ManifestDoubt(reason: "its text has \(error.reason)")
    }
    var result = contents
    let wanted = calls.filter { $0["url"] != nil && $0.isOf(locations) }
    for call in wanted.reversed() {
      let released = String(decoding: contents[call.range], as: UTF8.self)
      guard !released.contains("/*"), !released.contains("*/"), !hasLineComment(call, contents) else {
        throw ManifestDoubt(reason: "there is a comment inside the call that names the package")
      }
      let arguments = [call["name"]?.text, "path: \"\(path)\"", call["traits"]?.text].compactMap(\.self)
      let text = LocalMark.text(arguments: arguments, reference: reference, released: released)
      result.replaceSubrange(call.range, with: text.utf8)
    }
    return wanted.isEmpty ? nil : result
  }

  /// Returns the text with the released call in place of every wanted mark; nil when there is no mark.
  package static func released(_ contents: [UInt8], where isWanted: (LocalMark) -> Bool) -> [UInt8]? {
    let marks = LocalMark.all(in: contents).filter(isWanted)
    var result = contents
    for mark in marks.reversed() { result.replaceSubrange(mark.range, with: mark.released.utf8) }
    return marks.isEmpty ? nil : result
  }

  /// Returns true for a call with `//`. The line comment would hide the end of the block comment.
  private static func hasLineComment(_ call: ManifestCall, _ contents: [UInt8]) -> Bool {
    let bare = call.arguments.compactMap(\.literal).reduce(
      String(decoding: contents[call.range], as: UTF8.self)
    ) { $0.replacing("\"\($1)\"", with: "") }
    return bare.contains("//")
  }
}

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
