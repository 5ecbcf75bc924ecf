/// Replaces a dependency in a manifest's text by a working copy, and back. All other bytes stay as they are.
package enum ManifestSwitch {
  package enum Problem: Error, Sendable, Hashable {
    /// The text has the dependency in a form that is not known.
    case unreadable(String)
    /// The call contains a comment, so it cannot be put into one.
    case comment
    /// The path has a character that a literal would need to escape.
    case path(String)
  }

  /// Returns the text with every dependency on one of `locations` taken from `path`; nil when it names none of them.
  package static func local(
    _ contents: [UInt8], locations: Set<String>, path: String, reference: String?
  ) throws(Problem) -> [UInt8]? {
    guard path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != 0x5C }) else {
      throw .path(path)
    }
    let calls: [ManifestCall]
    do throws(ManifestDoubt) { calls = try ManifestCall.packages(in: contents) } catch {
      throw .unreadable(error.reason)
    }
    var result = contents
    let wanted = calls.filter { $0["url"] != nil && $0.isOf(locations) }
    for call in wanted.reversed() {
      let released = String(decoding: contents[call.range], as: UTF8.self)
      guard !released.contains("/*"), !released.contains("*/"), !hasLineComment(call, contents) else {
        throw .comment
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
