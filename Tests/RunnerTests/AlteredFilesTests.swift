import Base
import Foundation
import TestSupport
import Testing

@testable import Runner

@Suite struct AlteredFilesTests {
  /// Tests that fail when a file of `alone`, or all of `together`, read as something else.
  private struct Readers {
    let files: [RelativePath]
    let alone: Set<RelativePath>
    let together: Set<RelativePath>

    init(_ random: inout SeededGenerator) {
      let files = (0..<Int.random(in: 1...40, using: &random)).map { RelativePath("f\($0)") }
      self.files = files
      alone = Bool.random(using: &random) ? [] : [files.randomElement(using: &random) ?? "f0"]
      together = Set(files.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)))
    }

    func pass(_ altered: some Collection<RelativePath>) -> Bool {
      alone.isDisjoint(with: altered) && (together.isEmpty || !together.isSubset(of: altered))
    }
  }

  @Test func `files that matter are found`() throws {
    var random = SeededGenerator(seed: .random(in: 0...10_000))
    for _ in 0..<500 {
      let readers = Readers(&random)
      var runs = 0
      let outcome = AlteredOutcome(of: readers.files) { altered in
        runs += 1
        return readers.pass(altered)
      }
      #expect(runs <= 18)
      guard case .reads(let found) = outcome else {
        #expect(outcome == .same && readers.pass(readers.files))
        continue
      }
      #expect(!readers.pass(found), "\(readers) \(found)")
      let halves = [found.prefix(found.count / 2), found.dropFirst(found.count / 2)]
      #expect(found.count == 1 || halves.allSatisfy { readers.pass($0) }, "\(readers) \(found)")
    }
  }

  @Test func `nothing follows from tests that fail with all files as they are`() {
    var runs = 0
    let outcome = AlteredOutcome(of: ["a", "b"]) { _ in
      runs += 1
      return false
    }
    #expect(outcome == .unsteady)
    #expect(runs == 2)
    #expect(AlteredOutcome(of: ["a"]) { _ in nil } == .unaltered)
    for failing in 1...4 {
      var runs = 0
      let flaky = AlteredOutcome(of: ["a", "b", "c", "d"]) { _ in
        runs += 1
        return runs != failing
      }
      #expect(flaky == (failing == 1 ? .unsteady : .same), "a test that fails once")
    }
  }

  /// Git ignores `.build`, `own` and `big`.
  @Test(.enabled(if: TestTool.bubblewrapWorks, "no bubblewrap that works"))
  func `a process sees altered files, and all others as they are`() throws {
    let folder = try TemporaryFolder()
    for (path, text) in [
      "a b/ü.md": "a", "a b/input.txt": "input", "run.sh": "#!/bin/sh", "own/made": "own",
      ".build/out/x": "x",
    ] {
      try folder.write(text, to: "w/\(path)")
    }
    let big = String(repeating: "b", count: 2 << 20)
    try folder.write(big, to: "w/a b/big")
    chmod(folder.path("w/run.sh"), 0o755)
    let root = folder.path("w")
    #expect(symlink("a b/input.txt", "\(root)/link") == 0)
    #expect(mkfifo("\(root)/pipe", 0o600) == 0)
    let others: [RelativePath] = ["a b/ü.md", "run.sh", "link"]
    let files = OtherFiles(
      bubblewrap: try #require(TestTool.bubblewrap.path), root: root, all: Set(others + ["a b/input.txt"]),
      others: others)
    var tree = AlteredTree(
      of: files, altering: Set(others), in: folder.path("w/.build/copy"), outputs: "\(root)/.build/out")
    let script = """
      cat 'a b/input.txt' link own/made .build/out/x; wc -c < 'a b/big'; test -x run.sh && echo runs
      cat 'a b/ü.md'; head -c 5 run.sh; echo; ls; echo seen > .build/out/x; echo changed > 'a b/input.txt'
      """
    let command = Command(
      executable: "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin"],
      workingFolder: root)
    let output = try #require(tree?.command(command)).run(timeout: .seconds(60))
    #expect(
      output.stdoutText == """
        inputinputownx\(2 << 20)
        runs
        Ambit changed this file: it is no input of the test module.
        Ambit
        a b
        link
        own
        run.sh

        """, "\(output.stderrText)")
    #expect(text(of: "w/a b/input.txt") == "input", "the copy was written to")
    #expect(text(of: "w/.build/out/x") == "seen\n", "build outputs are not copied")
    tree = nil
    #expect(!LocalFiles.exists(folder.path("w/.build/copy")))
    #expect(text(of: "w/own/made") == "own")
    func text(of path: String) -> String? {
      LocalFiles.read(folder.path(path)).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
