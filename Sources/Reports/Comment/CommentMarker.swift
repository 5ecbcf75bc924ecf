import Support

/// The first line of Ambit's comment on a pull request, by which a script finds it again. Hosts do not show it.
package struct CommentMarker: Sendable, Hashable {
  package let line: String

  /// `workspace` tells the workspaces of one repository apart, each of which has a comment of its own; empty where
  /// there is but one, without a name.
  package init(workspace: String) {
    line = workspace.isEmpty ? ChangeMarkdown.marker : "<!-- ambit:report \(Self.harmless(workspace)) -->"
  }

  /// What cannot end an HTML comment, and is the same for the same workspace only.
  private static func harmless(_ name: String) -> String {
    var result = ""
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/"),
        UInt8(ascii: " "):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "-") where !result.hasSuffix("-"): result += "-"
      default: result += "%" + Text.hex(byte)
      }
    }
    return result
  }
}
