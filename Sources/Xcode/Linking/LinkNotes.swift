import Base

/// Warnings about the targets. Many of a kind become one warning, which names the first.
struct LinkNotes {
  enum Kind: Int, CaseIterable {
    case project, target, product, host, settings, include, list, testable, path, script

    var code: String {
      switch self {
      case .path: "unknown-path"
      case .script: "unread-script"
      default: "absent"
      }
    }

    var hint: String {
      switch self {
      case .project: "generate the project first, or commit it"
      case .target, .host: "remove the entry in Xcode, or commit the named project"
      case .product: "add the package to the project in Xcode, or remove the product from the target"
      case .settings, .include: "use `#include?` for an optional file, or commit the file"
      case .list: "commit the file list, or remove it from the script phase"
      case .testable: "remove the entry from the scheme or plan in Xcode"
      case .path: "changes to the file select nothing; use a path relative to $(SRCROOT)"
      case .script: "add the files that the script reads to its input files in Xcode"
      }
    }
  }

  private var found: [Kind: [String]] = [:]
  private var seen: Set<String> = []

  /// Adds a sentence without a period. The same sentence counts once.
  mutating func add(_ kind: Kind, _ sentence: @autoclosure () -> String) {
    let text = sentence()
    if seen.insert("\(kind.rawValue) \(text)").inserted { found[kind, default: []].append(text) }
  }

  var warnings: [Warning] {
    Kind.allCases.compactMap { kind in
      guard let texts = found[kind], let first = texts.first else { return nil }
      let more = texts.count > 1 ? ", and \(texts.count - 1) more" : ""
      return Warning(code: kind.code, message: first + more, hints: [kind.hint])
    }
  }
}
