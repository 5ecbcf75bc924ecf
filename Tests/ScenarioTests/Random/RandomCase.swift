import TestSupport
import Testing

/// A random workspace and what happens to it; smaller versions of itself leave out edits and packages.
struct RandomCase: Sendable, CustomTestStringConvertible {
  let seed: UInt64
  let edits: [RandomEdit]
  /// Folders of packages that are left out from the start.
  let dropped: Set<String>
  /// What becomes of the edits in Git.
  let ending: Step

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed &* 31)
    self.seed = seed
    edits = (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in
      RandomEdit.Kind.allCases.randomElement(using: &random).map { kind in
        // What affects everything hides all else.
        let common = kind == .everything && !Int.random(in: 0..<4, using: &random).isMultiple(of: 4)
        return RandomEdit(kind: common ? .editSource : kind, seed: random.next())
      }
    }
    dropped = []
    ending = [.commit, .stage, .run("true")].randomElement(using: &random) ?? .commit
  }

  private init(_ other: RandomCase, edits: [RandomEdit], dropped: Set<String>) {
    seed = other.seed
    self.edits = edits
    self.dropped = dropped
    ending = other.ending
  }

  var base: RandomWorkspace {
    var drawing = RandomSketch(seed: seed)
    var workspace = drawing.workspace()
    for folder in dropped.sorted() { workspace.removePackage(folder) }
    return workspace
  }

  var head: RandomWorkspace {
    var workspace = base
    for edit in edits { edit.apply(to: &workspace) }
    return workspace
  }

  var manifests: Set<String> {
    Set((base.sketch.packages + head.sketch.packages).map(\.manifestText))
  }

  /// The case without one edit or one package.
  var smaller: [RandomCase] {
    let fewerEdits = edits.indices.map { index in
      var edits = edits
      edits.remove(at: index)
      return RandomCase(self, edits: edits, dropped: dropped)
    }
    let fewerPackages = base.packageFolders.map { folder in
      RandomCase(self, edits: edits, dropped: dropped.union([folder]))
    }
    return fewerEdits.filter { !$0.edits.isEmpty } + fewerPackages
  }

  var testDescription: String { "seed \(seed): \(edits.map(\.description).joined(separator: ", "))" }
}
