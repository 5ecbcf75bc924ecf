import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `ambit run` with real commands.
@Suite struct TaskRunTests {
  private static let gen = TaskSandbox.task(
    "mkdir -p out/deep out/empty; cat Sources/*/*.swift > out/deep/all; cp out/deep/all out/tool; chmod 755 out/tool; ln -s deep/all out/link",
    #""match": ["//Packages/*"], "inputs": ["Sources/**"], "outputs": ["out/**"]"#)

  @Test func whatPassedIsNotRunAgainAndItsOutputsAreGivenBack() throws {
    let box = try TaskSandbox(["gen": Self.gen])
    let ran = try box.outcomes("gen --all")
    #expect(ran == ["gen //Packages/Cart": "passed made", "gen //Packages/Core": "passed made"])
    #expect(try box.outcomes("gen --all").values.sorted() == ["cached present", "cached present"])
    let spoil = [
      "rm -r Packages/Core/out", "echo x >> Packages/Core/out/deep/all", "chmod 644 Packages/Core/out/tool",
      "touch Packages/Core/out/deep/stale", "rm Packages/Core/out/link; ln -s nowhere Packages/Core/out/link",
      "rmdir Packages/Core/out/empty", "mkdir -p Packages/Core/out/more/folders",
      "rm -r Packages/Core/out/deep; echo x > Packages/Core/out/deep",
      "rm Packages/Core/out/tool; mkdir Packages/Core/out/tool; touch Packages/Core/out/tool/x",
    ]
    try box.sh("cp -a Packages/Core/out ../right")
    for script in spoil {
      try box.sh(script)
      #expect(
        try box.outcomes("gen --all") == [
          "gen //Packages/Cart": "cached present", "gen //Packages/Core": "cached restored",
        ],
        "\(script)")
      try box.sh(
        "diff -r Packages/Core/out ../right; test -x Packages/Core/out/tool; test -d Packages/Core/out/empty")
      #expect(box.contents("Packages/Core/out/link") == box.contents("Packages/Core/out/tool"))
    }
  }

  @Test func onlyWhatTheChangeReachesIsRun() throws {
    let box = try TaskSandbox([
      "lint": TaskSandbox.task("true", #""inputs": ["Sources/**"]"#), "gen": Self.gen,
    ])
    #expect(box.run("lint").lines == ["Nothing to run: the change affects no task"])
    try box.shop.edit("Packages/Cart/Sources/Cart/Cart.swift", "public let x = 2\n")
    #expect(try box.outcomes("lint") == ["lint //Apps/Shop": "passed", "lint //Packages/Cart": "passed"])
    #expect(try box.outcomes("lint //Packages/Cart") == ["lint //Packages/Cart": "cached"])
    #expect(try box.outcomes("gen") == ["gen //Packages/Cart": "passed made"])
    // Its outputs lie here now: they are looked after whatever the change.
    try box.sh("git checkout -q .; rm -r Packages/Cart/out")
    #expect(try box.outcomes("gen") == ["gen //Packages/Cart": "passed made"])
    #expect(box.contents("Packages/Cart/out/tool") == "public let x = 1\n")
  }

  /// A script, variables and ignored files decide as well, and no change of a module tells of them.
  @Test func whatNoModuleTellsOfIsLookedAt() throws {
    let task = { (command: String, more: String) in
      #"{"command": ["\#(command)", "SALT"], "match": ["//Packages/Core"], "inputs": ["Sources/**"]\#(more)}"#
    }
    let box = try TaskSandbox(
      [
        "script": task("//Apps/Shop/tools/tool", ""), "system": task("true", ""),
        "env": task("true", #", "env": ["MODE"]"#),
        "ignored": task("true", "").replacingOccurrences(of: "Sources/**", with: "notes"),
      ], ignoring: "notes\n")
    // In a package that the task's own is not built upon.
    try box.sh(
      "mkdir Apps/Shop/tools; cd Apps/Shop/tools; printf '#!/bin/sh\n' > real; chmod +x real; cp real other; ln -s real tool"
    )
    try box.shop.git.commitAll("shop")
    for task in ["script", "system", "ignored"] { #expect(try box.outcomes(task).isEmpty, "\(task)") }
    #expect(try box.outcomes("env") == ["env //Packages/Core": "passed"])
    #expect(try box.outcomes("env") == ["env //Packages/Core": "cached"])
    #expect(try box.outcomes("env", environment: ["MODE": "x"]) == ["env //Packages/Core": "passed"])
    try box.shop.edit("Packages/Core/notes", "one")
    #expect(try box.outcomes("ignored") == ["ignored //Packages/Core": "passed"])
    #expect(try box.outcomes("ignored") == ["ignored //Packages/Core": "cached"])
    try box.shop.edit("Packages/Core/notes", "two")
    #expect(try box.outcomes("ignored") == ["ignored //Packages/Core": "passed"])
    let id = "script //Packages/Core"
    try box.sh("echo true >> Apps/Shop/tools/real")
    #expect(try box.outcomes("script") == [id: "passed"])
    #expect(try box.outcomes("system").isEmpty)
    try box.sh("git checkout -q Apps; ln -sf other Apps/Shop/tools/tool")
    #expect(try box.outcomes("script") == [id: "passed"])
    try box.sh("git checkout -q Apps; rm Apps/Shop/tools/tool")
    #expect(try box.outcomes("script") == [id: "failed"])
    try box.sh("git checkout -q Apps")
    #expect(try box.outcomes("script").isEmpty)
  }

  @Test func anOlderStateGetsItsOwnOutputs() throws {
    let box = try TaskSandbox(["gen": Self.gen])
    #expect(box.run("gen --all").exitCode == 0)
    try box.shop.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 7\n")
    try box.shop.git.commitAll("shop")
    #expect(try box.outcomes("gen --base HEAD~1")["gen //Packages/Core"] == "passed made")
    try box.sh("git checkout -q HEAD~1")
    #expect(try box.outcomes("gen --base HEAD")["gen //Packages/Core"] == "cached restored")
    #expect(box.contents("Packages/Core/out/tool") == "public let x = 1\n")
  }

  @Test func whatFailsIsNotKeptAndWhatNeedsItIsSkipped() throws {
    let failing = TaskSandbox.task(
      "mkdir -p out; echo half > out/half; test -f Sources/ok; rm out/half; echo whole > out/whole; echo said",
      #""match": ["//Packages/Core"], "inputs": ["Sources/**"], "outputs": ["out/**"]"#)
    let box = try TaskSandbox([
      "gen": failing,
      "use": TaskSandbox.task("true", #""match": ["//Packages/*"], "dependsOn": ["gen", "^gen"]"#),
    ])
    let result = box.run("use --all")
    #expect(result.exitCode == 1)
    #expect(result.output.contains("gen //Packages/Core  exit code 1"))
    #expect(result.lines.last?.hasPrefix("Failed: 1 of 3 tasks failed, 2 skipped, in") == true)
    for _ in 0..<2 {
      #expect(
        try box.outcomes("use --all")
          == [
            "gen //Packages/Core": "failed", "use //Packages/Core": "skipped",
            "use //Packages/Cart": "skipped",
          ])
    }
    #expect(box.contents("Packages/Core/out/half") == "half\n")
    try box.shop.edit("Packages/Core/Sources/ok", "")
    #expect(try box.outcomes("use --all")["gen //Packages/Core"] == "passed made")
    #expect(
      box.contents("Packages/Core/out/half") == nil && box.contents("Packages/Core/out/whole") == "whole\n")
  }

  @Test func whatTheCommandIsDecidesToo() throws {
    let lint = { (more: String) in
      TaskSandbox.task("true", #""match": ["//Packages/Core"], "inputs": ["Sources/**"]"# + more)
    }
    let box = try TaskSandbox(["lint": lint(#", "env": ["MODE"]"#)])
    let id = "lint //Packages/Core"
    #expect(try box.outcomes("lint --all")[id] == "passed")
    #expect(try box.outcomes("lint --all", environment: ["MODE": "x"])[id] == "passed")
    #expect(try box.outcomes("lint --all", environment: ["MODE": "x"])[id] == "cached")
    #expect(try box.outcomes("lint --all --no-cache")[id] == "passed")
    try box.configure(["lint": lint(#", "cache": false"#)])
    for _ in 0..<2 { #expect(try box.outcomes("lint --all")[id] == "passed") }
    // The definition itself changed since the base.
    #expect(try box.outcomes("lint")[id] == "passed")
    // A script of the workspace counts by its content.
    try box.sh("mkdir scripts; printf '#!/bin/sh\\n' > scripts/tool; chmod +x scripts/tool")
    try box.configure([
      "lint":
        #"{"command": ["//scripts/tool", "SALT"], "match": ["//Packages/Core"], "inputs": ["Sources/**"]}"#
    ])
    #expect(try box.outcomes("lint --all")[id] == "passed")
    #expect(try box.outcomes("lint --all")[id] == "cached")
    try box.sh("echo true >> scripts/tool")
    #expect(try box.outcomes("lint --all")[id] == "passed")
  }

  /// Nobody knows what it reads. A change that reaches nothing of its package still leaves it out.
  @Test func withoutInputsATaskRunsEachTime() throws {
    let box = try TaskSandbox([
      "lint": TaskSandbox.task("true", #""match": ["//Packages/Core"]"#),
      "use": TaskSandbox.task("true", #""match": ["//Packages/Core"], "inputs": [], "dependsOn": ["lint"]"#),
    ])
    for _ in 0..<2 {
      let json = try box.run("lint --all --json").json
      let report = json["tasks"]?.arrayValue?.first
      #expect(report?["outcome"]?.stringValue == "passed")
      #expect(report?["unrecorded"]?.stringValue == #"it declares no "inputs", so it runs each time"#)
    }
    #expect(try box.warnings("lint --all") == ["unrecorded-task"])
    #expect(try box.outcomes("use --all")["use //Packages/Core"] == "passed")
    #expect(
      try box.outcomes("use --all") == ["lint //Packages/Core": "passed", "use //Packages/Core": "cached"])
    #expect(try box.outcomes("lint").isEmpty)
  }

  @Test func whatIsWrittenMeanwhileIsNotKept() throws {
    let box = try TaskSandbox([
      "write": TaskSandbox.task(
        "echo >> Sources/Core/Core.swift",
        #""match": ["//Packages/Core"], "observe": false, "inputs": ["Sources/**"]"#)
    ])
    for _ in 0..<2 {
      let json = try box.run("write --all --json").json
      let report = json["tasks"]?.arrayValue?.first
      #expect(report?["outcome"]?.stringValue == "passed")
      #expect(report?["unrecorded"]?.stringValue == "its inputs changed while it ran")
    }
  }

  /// No file in a folder that is moved aside and back gets another time.
  @Test func aFolderThatWasAnotherForAWhileIsNoInput() throws {
    let box = try TaskSandbox([
      "swap": TaskSandbox.task(
        "mv Sources aside; cp -R aside Sources; echo x >> Sources/Core/Core.swift; rm -r Sources; mv aside Sources",
        #""match": ["//Packages/Core"], "observe": false, "inputs": ["Sources/**"]"#)
    ])
    let report = try box.run("swap --all --json").json["tasks"]?.arrayValue?.first
    #expect(report?["outcome"]?.stringValue == "passed")
    #expect(report?["unrecorded"]?.stringValue == "its inputs changed while it ran")
  }

  /// What was run is not what the key says.
  @Test func whatAnotherProgramDidIsNotKept() throws {
    let box = try TaskSandbox([
      "lint":
        #"{"command": ["//scripts/tool", "SALT"], "match": ["//Packages/Core"], "inputs": [], "observe": false}"#
    ])
    try box.sh(
      "mkdir scripts; printf '#!/bin/sh\nexec cp ../../scripts/other ../../scripts/tool\n' > scripts/tool; chmod +x scripts/tool; printf '#!/bin/sh\nexit 0\n' > scripts/other"
    )
    let report = try box.run("lint --all --json").json["tasks"]?.arrayValue?.first
    #expect(report?["outcome"]?.stringValue == "passed")
    #expect(report?["unrecorded"]?.stringValue == "its inputs changed while it ran")
    #expect(try box.outcomes("lint --all") == ["lint //Packages/Core": "passed"])
    #expect(try box.outcomes("lint --all") == ["lint //Packages/Core": "cached"])
  }

  @Test func aCommandThatDoesNotEndIsEnded() throws {
    let box = try TaskSandbox(["slow": TaskSandbox.task("sleep 60", #""match": ["//Packages/Core"]"#)])
    let result = box.run("slow --all --timeout 1")
    #expect(result.exitCode == 1 && result.output.contains("did not end within 1"))
  }

  @Test func variablesSayWhereItRuns() throws {
    let box = try TaskSandbox([
      "who": TaskSandbox.task(
        #"echo "$AMBIT_TASK $AMBIT_PACKAGE ${AMBIT_MODULE-none} $(basename "$PWD") ${SECRET-unset} $1" > out/$AMBIT_MODULE"#,
        #""match": ["//Packages/Core:*"], "inputs": [], "outputs": ["out/$AMBIT_MODULE"]"#)
    ])
    let result = box.run("who --all", environment: ["SECRET": "x"])
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(box.contents("Packages/Core/out/CoreTests") == "who Packages/Core CoreTests Core unset \n")
  }
}
