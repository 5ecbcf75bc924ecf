import Base
import Session

/// A line of Git's input to a pre-push hook.
struct PushedRef: Sendable, Hashable {
  let localName: String
  /// The pushed commit; nil for a deletion.
  let local: String?
  let remoteName: String
  /// The remote's current commit; nil when the ref is new there.
  let remote: String?

  /// Reads `<local ref> SP <local id> SP <remote ref> SP <remote id>` lines.
  static func list(_ input: [UInt8]) throws(Failure) -> [PushedRef] {
    var refs: [PushedRef] = []
    for line in input.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 4 else {
        throw Failure(
          code: "hook-input",
          message:
            "a line from Git for the pre-push hook is invalid: \"\(Text.escapingControls(Text.escapingInvalidUTF8(Array(line))))\"",
          hints: ["Git calls `ambit hook run`; to test a revision: `ambit test --head REV`"])
      }
      refs.append(
        PushedRef(
          localName: words[0], local: id(words[1]), remoteName: words[2], remote: id(words[3])))
    }
    return refs
  }

  private static func id(_ word: String) -> String? { word.allSatisfy { $0 == "0" } ? nil : word }
}
