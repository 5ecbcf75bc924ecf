import Base
import Testing

@testable import Xcode

/// Shell scripts that phases run. Such a script names files as the phase itself does.
@Suite struct ScriptFilesTests {
  private static let phase = "CONF=conf\n\"$SRCROOT/Scripts/run.sh\" && swift Gen.swift"

  private static func sketch(_ text: String = phase, scripts: [RelativePath: String] = [:]) -> LinkSketch {
    var sketch = LinkSketch()
    sketch.project(
      "App/Shop.xcodeproj",
      [
        LinkSketch.target("Shop", scripts: [XcodeScript(name: "Run", text: text)]),
        LinkSketch.target("Other"),
      ])
    sketch.sources.scripts = scripts
    return sketch
  }

  @Test func filesThatAScriptNamesBelongToTheTarget() {
    let graph = Self.sketch(scripts: [
      "App/Scripts/run.sh": """
      #!/bin/sh
      # cat App/comment.txt
      . "$(dirname "$0")/../lib/common.sh"
      cat $CONF/a.json beside.txt
      """,
      // The two name each other.
      "App/lib/common.sh": "swiftlint\nsh Scripts/run.sh\ncat \"${SRCROOT}/../b.json\"",
    ]).graph
    for path in [
      "App/Scripts/run.sh", "App/lib/common.sh", "App/conf/a.json", "b.json", "App/.swiftlint.yml",
      "App/Scripts/beside.txt",
    ] {
      #expect(graph.readers(of: path) == ["Shop"], "\(path)")
    }
    #expect(graph.readers(of: "App/comment.txt").isEmpty)
  }

  @Test func scriptsAreFoundOneAfterTheOther() {
    let files = ScriptFiles(of: Self.sketch().sources)
    #expect(files.named(with: [:]) == ["App/Scripts/run.sh"])
    let run = "source \"$SRCROOT/lib/common.bash\"; tools/gen; swiftlint lint; tools/swiftgen; cat a.txt"
    #expect(
      files.named(with: ["App/Scripts/run.sh": run]) == [
        "App/Scripts/run.sh", "App/lib/common.bash", "App/tools/gen", "App/Scripts/tools/gen",
      ])
  }

  @Test(
    arguments: [
      ("run.sh", "cat a", true), ("run", "#!/bin/bash -e\n", true), ("run", "#!/usr/bin/env zsh\r\n", true),
      ("run", "cat a", false), ("run.sh", "#!/usr/bin/env python3\n", false),
      ("run", "#!/usr/bin/ruby", false), ("run.sh", "cat \0", false),
    ] as [(String, String, Bool)])
  func onlyShellScriptsAreRead(name: String, text: String, isRead: Bool) {
    let found = ScriptFiles.text(of: Array(text.utf8), at: RelativePath(name))
    #expect(found == (isRead ? text : nil))
  }

  @Test func variablesThatNameEachOtherEnd() {
    let lines = (0..<40).map { "A\($0)=\"$A\($0 + 1)/$A\($0 + 1)\"" } + ["A40=x", "cat $A0/a.txt"]
    #expect(Self.sketch(lines.joined(separator: "\n")).graph.modules.count == 2)
  }
}
