package import Base
import Graph
import Reports

/// Submodules that are not checked out, so that their files are unknown.
package enum AbsentSubmodules {
  package static let code = "absent-submodule"

  /// Sorted.
  package static func all(in tree: some FileTree) throws(Failure) -> [RelativePath] {
    try tree.files { _, kind in kind == .absentSubmodule }.filter { $0.kind == .absentSubmodule }
      .map(\.path)
  }

  /// Returns the absent submodule that holds `folder`.
  static func holding(_ folder: RelativePath, in tree: some FileTree) -> RelativePath? {
    folder.withAncestors.first { place in
      !place.isRoot && !place.escapesRoot && (try? tree.kind(of: place)) == .absentSubmodule
    }
  }

  /// The command that checks the submodules out.
  package static func remedy(_ paths: [RelativePath]) -> String {
    let command = "git submodule update --init"
    guard paths.count <= 3 else { return command }
    return ([command] + paths.map { word($0) }).joined(separator: " ")
  }

  private static func word(_ path: RelativePath) -> String {
    let text = path.description
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "._-/+@".utf8.contains(byte)
    }
    return isPlain ? text : text.shellQuoted
  }

  /// Names the changed submodules whose contents are unknown, in one message.
  static func fallback(for changes: [Selection.Change], in tree: some FileTree) -> Fallback? {
    let unseen = changes.filter {
      $0.file.isUnseenSubmodule && ![.ignored, .harmless].contains($0.pathClass)
    }.map(\.path)
    guard !unseen.isEmpty else { return nil }
    let absent = unseen.filter { (try? tree.kind(of: $0)) == .absentSubmodule }
    let names = NameList.text(unseen.map { "\"\($0)\"" }, room: 200)
    let (subject, pronoun) =
      unseen.count == 1 ? ("the submodule \(names)", "it") : ("\(unseen.count) submodules (\(names))", "them")
    let reason =
      absent.isEmpty
      ? "a commit of \(pronoun) is missing in this clone" : "this clone has not checked \(pronoun) out"
    return Fallback(
      code: code, message: "\(subject) changed, but Ambit cannot see what changed inside: \(reason)",
      hints: absent.isEmpty ? unseen.prefix(3).map { "git -C \(word($0)) fetch" } : [remedy(absent)])
  }
}
