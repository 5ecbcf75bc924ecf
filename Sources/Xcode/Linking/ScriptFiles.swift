package import Base

/// Finds the shell scripts that script phases run, and the scripts that these run in turn. Such a script may name files
/// as the phase itself does.
package struct ScriptFiles {
  private let targets: [LinkedTarget]

  package init(of sources: XcodeSources) {
    guard sources.projects.contains(where: { $0.targets.contains { !$0.scripts.isEmpty } }) else {
      targets = []
      return
    }
    targets = LinkIndex(sources).targets.filter { !$0.target.scripts.isEmpty }
  }

  /// Returns the files that may be such scripts. `known` are the texts of those that were read.
  package func named(with known: [RelativePath: String]) -> Set<RelativePath> {
    var found: Set<RelativePath> = []
    for target in targets {
      for script in target.target.scripts {
        for text in ScriptText.followed(script.text, target.scope, known) {
          found.formUnion(text.paths.filter(Self.mayBeScript))
        }
      }
    }
    return found
  }

  /// Returns true for names such as `run.sh` and `run`. A well-known tool is a large program, which is not read.
  private static func mayBeScript(_ path: RelativePath) -> Bool {
    guard !path.escapesRoot, !path.isRoot else { return false }
    let name = path.lastComponent
    return hasEnding(name)
      || !name.contains(UInt8(ascii: "."))
        && !ScriptText.isTool(String(decoding: name, as: UTF8.self).lowercased())
  }

  private static func hasEnding(_ name: ArraySlice<UInt8>) -> Bool { endings.contains { name.hasSuffix($0) } }

  private static let endings = [".sh", ".bash", ".zsh", ".ksh", ".command", ".env"]

  /// Returns the text of a shell script; nil for another file. The first line decides when the name does not.
  package static func text(of bytes: [UInt8], at path: RelativePath) -> String? {
    guard bytes.count <= largest, !bytes.prefix(1024).contains(0) else { return nil }
    if bytes.starts(with: "#!".utf8) {
      let line = String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
      guard line.hasSuffix("sh") || line.holds("sh ") else { return nil }
    } else if !hasEnding(path.lastComponent) {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let largest = 1 << 18
}

extension ScriptText {
  /// The most scripts that are read for one phase.
  private static let mostScripts = 64

  /// Returns the text of a phase, followed by the scripts that it runs, and the scripts that these run.
  static func followed(
    _ text: String, _ scope: SettingScope, _ scripts: [RelativePath: String]
  ) -> [ScriptText] {
    var found = [ScriptText(text, scope)]
    var seen: Set<RelativePath> = []
    var place = 0
    while place < found.count {
      let outer = found[place]
      for path in outer.paths.sorted() where found.count < mostScripts {
        guard let inner = scripts[path], seen.insert(path).inserted else { continue }
        // A script finds others beside itself, as in `. "$(dirname "$0")/common.sh"`.
        found.append(ScriptText(inner, scope, from: outer.bases + [path.parent], with: outer.locals))
      }
      place += 1
    }
    return found
  }
}
