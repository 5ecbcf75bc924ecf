import Base
import ProgramSupport

/// A module is affected if and only if its key at the base differs from that at the head.
enum KeyComparison {
  /// The modules about which selection and keys do not agree; nil when there are none.
  static func problem(with random: RandomCase, in folder: ScenarioFolder) throws -> String? {
    func run(_ arguments: String...) -> AmbitOutcome {
      AmbitRun.run(
        arguments + ["--platform", "linux", "--json"], in: folder.root, environment: folder.environment)
    }
    let affected = run("affected")
    guard affected.exitCode == 0 else { return "no plain answer: \(affected.errors)" }
    // What cannot be evaluated has no key, and selects more than it must.
    guard affected.json?["fallback"]?.isNull == true else { return nil }
    let before = run("key", "--head", "main").keys
    let after = run("key").keys
    guard after.count == random.head.sketch.moduleIDs.count else { return "there are keys of \(after.keys)" }
    let differing = Set(after.keys.filter { after[$0] != before[$0] })
    let selected = Set(affected.modules.keys)
    let same = selected.subtracting(differing).sorted()
    let extra = differing.subtracting(selected).sorted().filter { module in
      let found =
        run("key", "//\(module)", "--diff", "main").modules[module]?["differences"]?.arrayValue ?? []
      return !found.allSatisfy { isExplained($0, random) }
    }
    let words = [
      same.isEmpty ? nil : "AFFECTED WITH THE SAME KEY \(same.joined(separator: " "))",
      extra.isEmpty ? nil : "another key but not affected \(extra.joined(separator: " "))",
    ].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }

  /// Whether a difference may be there though the change affects nothing by it:
  /// - A file that did not change is no longer everybody's, or is now, because a target or an entry of the
  ///   configuration took it or let go of it. What reads it reads the same.
  private static func isExplained(_ difference: JSONNode, _ random: RandomCase) -> Bool {
    guard let kind = difference["kind"]?.stringValue, let name = difference["name"]?.stringValue else {
      return false
    }
    let package = difference["module"]?.stringValue?.dropFirst(2).prefix { $0 != ":" } ?? ""
    guard difference["before"]?.isNull == true || difference["after"]?.isNull == true else { return false }
    if kind == "dependency" {
      return random.head.sketch.packages.contains { $0.folder == package && !$0.traits.isEmpty }
    }
    let path = kind == "workspace-file" ? name : kind == "package-file" ? "\(package)/\(name)" : ""
    let file = random.head.files[path]
    return file != nil && file == random.base.files[path]
  }
}

extension AmbitOutcome {
  /// The keys by module id without the slashes, as `key --json` has them.
  fileprivate var keys: [String: String] {
    modules.compactMapValues { $0["key"]?.stringValue }
  }
}
