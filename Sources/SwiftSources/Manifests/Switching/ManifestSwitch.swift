/// Writes a dependency as a working copy into a manifest's text, and back; all else stays as it is, byte by byte.
package enum ManifestSwitch {
  package enum Problem: Error, Sendable, Hashable {
    /// The text says it in a way that is not understood.
    case unreadable(String)
    /// The call has a comment in it, and would not fit into one.
    case comment
    /// The path has something in it that a literal cannot hold as it is.
    case path(String)
  }

  /// With every dependency on one of `locations` taken from `path`; nil when the text names none of them.
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

  /// With what stood there before in the place of every mark that is wanted; nil when there is none.
  package static func released(_ contents: [UInt8], where isWanted: (LocalMark) -> Bool) -> [UInt8]? {
    let marks = LocalMark.all(in: contents).filter(isWanted)
    var result = contents
    for mark in marks.reversed() { result.replaceSubrange(mark.range, with: mark.released.utf8) }
    return marks.isEmpty ? nil : result
  }

  /// A line's comment would go on in a block's, and hold the end of the block for its own.
  private static func hasLineComment(_ call: ManifestCall, _ contents: [UInt8]) -> Bool {
    let bare = call.arguments.compactMap(\.literal).reduce(
      String(decoding: contents[call.range], as: UTF8.self)
    ) { $0.replacing("\"\($1)\"", with: "") }
    return bare.contains("//")
  }
}
