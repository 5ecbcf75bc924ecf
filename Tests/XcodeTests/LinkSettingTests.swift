import Base
import Testing

@testable import Xcode

@Suite struct LinkSettingTests {
  private typealias Sketch = LinkSketch

  /// All values of the setting A of a target whose levels are given, the strongest first.
  private func values(
    target: [String: [String]] = [:], base: [String] = [], project: [String: [String]] = [:],
    projectBase: [String] = []
  ) -> [String] {
    var sketch = LinkSketch()
    sketch.project(
      "App/Shop.xcodeproj", [Sketch.target("Shop", set: target, base: base.isEmpty ? nil : "T.xcconfig")],
      set: project, base: projectBase.isEmpty ? nil : "P.xcconfig")
    add(base, "T.xcconfig", &sketch)
    add(projectBase, "P.xcconfig", &sketch)
    return scope(of: sketch).values(of: "A").alternatives.map { $0.joined(separator: "|") }
  }

  private func add(_ lines: [String], _ file: String, _ sketch: inout LinkSketch) {
    var all: [XCConfig.Line] = []
    for line in lines {
      sketch.config(file, line)
      all += sketch.sources.settings[RelativePath(file)]?.lines ?? []
    }
    sketch.sources.settings[RelativePath(file)] = XCConfig(file: RelativePath(file), lines: all)
  }

  private func scope(of sketch: LinkSketch) -> SettingScope {
    LinkIndex(sketch.sources).targets[0].scope
  }

  @Test func theStrongestLevelWins() {
    #expect(
      values(target: ["A": ["1"]], base: ["A = 2"], project: ["A": ["3"]], projectBase: ["A = 4"]) == ["1"])
    #expect(values(base: ["A = 2"], project: ["A": ["3"]], projectBase: ["A = 4"]) == ["2"])
    #expect(values(project: ["A": ["3"]], projectBase: ["A = 4"]) == ["3"])
    #expect(values(projectBase: ["A = 4"]) == ["4"])
    #expect(values().isEmpty)
  }

  @Test func inheritedValuesCountToo() {
    #expect(values(target: ["A": ["$(inherited)", "1"]], project: ["A": ["3"]]) == ["|1", "3"])
    #expect(values(base: ["A = ${inherited} 2"], projectBase: ["A = 4"]) == [" 2", "4"])
    #expect(values(base: ["A = $inherited 2"], projectBase: ["A = 4"]) == [" 2", "4"])
    #expect(values(base: ["A = 1", "A = $(A) 2"], project: ["A": ["3"]]) == [" 2", "1"])
  }

  @Test func conditionsCloseNothing() {
    #expect(
      values(target: ["A[sdk=macosx*]": ["1"]], base: ["A = 2", "A[arch=arm64] = 3"]) == ["1", "3", "2"])
    #expect(values(base: ["A[sdk=macosx*][arch=x86_64] = 3"], project: ["A": ["4"]]) == ["3", "4"])
  }

  @Test func theLastLineOfAFileWins() {
    #expect(values(base: ["A = 1", "A = 2"]) == ["2"])
  }

  @Test func otherSettingsAreExpanded() {
    #expect(
      values(target: ["A": ["$(B)/x"], "B": ["${C}"]], project: ["C": ["c"], "C[sdk=x]": ["d"]]) == [
        "d/x", "c/x",
      ])
  }

  /// Without a memory each level would be expanded eight times as often as the one above it.
  @Test func manyNamesOnManyLevelsAreExpandedOnce() {
    func chain(to leaf: String) -> [String: [String]] {
      var settings = ["A": [String(repeating: "$(V1)", count: 8)], "V11": [leaf]]
      for level in 1...10 { settings["V\(level)"] = [String(repeating: "$(V\(level + 1))", count: 8)] }
      return settings
    }
    #expect(values(target: chain(to: "")) == [""])
    var sketch = LinkSketch()
    sketch.project("App/Shop.xcodeproj", [Sketch.target("Shop", set: chain(to: "x"))])
    #expect(!scope(of: sketch).values(of: "A").isComplete, "a text of gigabytes")
  }

  @Test func aLongCircleEnds() {
    var settings = ["A": ["$(V1)"]]
    for level in 1...40 { settings["V\(level)"] = ["$(V\(level % 40 + 1))$(V\(level % 40 + 1))"] }
    var sketch = LinkSketch()
    sketch.project("App/Shop.xcodeproj", [Sketch.target("Shop", set: settings)])
    #expect(!scope(of: sketch).values(of: "A").isComplete)
  }

  @Test func variablesThatNeedOneAnotherAreExpandedAnewInEachPlace() {
    let settings = ["B": ["b$(C)"], "C": ["c$(B)"]]
    #expect(values(target: settings.merging(["A": ["$(B) $(C)"]]) { $1 }) == ["bc cb"])
    #expect(values(target: settings.merging(["A": ["$(C) $(B)"]]) { $1 }) == ["cb bc"])
  }

  @Test func valuesWithUnknownVariablesAreIncomplete() {
    var sketch = LinkSketch()
    sketch.project("App/Shop.xcodeproj", [Sketch.target("Shop", set: ["A": ["$(NONE)"], "B": ["1"]])])
    let scope = scope(of: sketch)
    #expect(!scope.values(of: "A").isComplete)
    #expect(scope.values(of: "B").isComplete)
  }

  // MARK: Includes

  @Test(
    arguments: [
      ("beside the file", "Sub/B.xcconfig", "#include \"B.xcconfig\""),
      ("from the file's folder", "B.xcconfig", "#include \"../B.xcconfig\""),
      ("from the project's folder", "App/Config/B.xcconfig", "#include \"Config/B.xcconfig\""),
      ("without its extension", "Sub/B.xcconfig", "#include \"B\""),
      ("with letters of the other case", "Sub/B.xcconfig", "#include \"b.XCConfig\""),
      ("optional", "Sub/B.xcconfig", "#include? \"B.xcconfig\""),
    ])
  func includesAreFound(name: String, file: String, include: String) {
    var sketch = LinkSketch()
    sketch.project("App/Shop.xcodeproj", [Sketch.target("Shop", base: "Sub/A.xcconfig")])
    sketch.config("Sub/A.xcconfig", include)
    sketch.config(file, "A = 1")
    #expect(scope(of: sketch).values(of: "A").alternatives == [["1"]])
    #expect(scope(of: sketch).files == [RelativePath(file), "Sub/A.xcconfig"].sorted())
    #expect(sketch.graph.warnings.isEmpty)
  }

  @Test func includesInACycleEnd() {
    var sketch = LinkSketch()
    sketch.project("App/Shop.xcodeproj", [Sketch.target("Shop", base: "A.xcconfig")])
    sketch.config("A.xcconfig", "#include \"B.xcconfig\"", "A = 1")
    sketch.config("B.xcconfig", "#include \"A.xcconfig\"", "B = 1")
    let scope = scope(of: sketch)
    #expect(scope.isComplete)
    #expect(scope.values(of: "B").alternatives == [["1"]])
  }

  @Test(
    arguments: [
      (
        "#include \"../Other/A.xcconfig\"",
        ["A.xcconfig includes \"../Other/A.xcconfig\", which does not exist"]
      ),
      ("#include \"/etc/A.xcconfig\"", ["A.xcconfig includes \"/etc/A.xcconfig\", which does not exist"]),
      ("#include? \"../Other/A.xcconfig\"", []), ("#include \"<DEVELOPER_DIR>/A.xcconfig\"", []),
    ])
  func absentIncludesAreNamedUnlessOptional(include: String, messages: [String]) {
    var sketch = LinkSketch()
    sketch.project("App/Shop.xcodeproj", [Sketch.target("Shop", base: "A.xcconfig")])
    sketch.config("A.xcconfig", include)
    #expect(sketch.graph.messages("absent") == messages)
    #expect(scope(of: sketch).isComplete == messages.isEmpty)
  }

  @Test func anAbsentBaseIsNamed() {
    var sketch = LinkSketch()
    sketch.project("App/Shop.xcodeproj", [Sketch.target("Shop", base: "Pods/Pods.xcconfig")])
    #expect(
      sketch.graph.messages("absent") == [
        "//App/Shop.xcodeproj:Shop is based on Pods/Pods.xcconfig, which does not exist"
      ])
  }

  @Test func settingsThatNameFilesAreReadFromTheChain() {
    var sketch = LinkSketch()
    sketch.project("App/Shop.xcodeproj", [Sketch.target("Shop", base: "Sub/A.xcconfig")])
    sketch.config("Sub/A.xcconfig", "INFOPLIST_FILE = $(PLISTS)/Info.plist", "#include \"B.xcconfig\"")
    sketch.config("Sub/B.xcconfig", "PLISTS = Plists", "INFOPLIST_FILE[sdk=macosx*] = Mac.plist")
    #expect(sketch.graph.readers(of: "App/Plists/Info.plist") == ["Shop"])
    #expect(sketch.graph.readers(of: "App/Mac.plist") == ["Shop"])
    #expect(sketch.graph.readers(of: "Sub/A.xcconfig").isEmpty)
  }

  // MARK: Warnings

  @Test func unknownVariablesInPathsAreNamedOnce() {
    var sketch = LinkSketch()
    let target = { Sketch.target($0, set: ["INFOPLIST_FILE": ["$(FLAVOUR)/Info.plist"]]) }
    sketch.project("App/Shop.xcodeproj", [target("A"), target("B")])
    #expect(
      sketch.graph.messages("unknown-path") == [
        "INFOPLIST_FILE of //App/Shop.xcodeproj:A has a path with an unknown variable, \"FLAVOUR/Info.plist\", and 1 more"
      ])
  }

  @Test func scriptsThatMayReadMoreAreNamedOnce() {
    let script = { XcodeScript(name: "Lint", text: "", inputs: $0) }
    var sketch = LinkSketch()
    sketch.project(
      "App/Shop.xcodeproj",
      [
        Sketch.target("A", scripts: [script([]), script(["a"])]), Sketch.target("B", scripts: [script([])]),
        Sketch.target("C", set: ["ENABLE_USER_SCRIPT_SANDBOXING": ["YES"]], scripts: [script([])]),
      ])
    #expect(
      sketch.graph.messages("unread-script") == [
        "the script \"Lint\" of //App/Shop.xcodeproj:A lists no input files and may read any file, and 1 more"
      ])
  }

  // MARK: Words

  @Test(
    arguments: [
      ("a b", ["a", "b"]), ("\"a b\" c", ["a b", "c"]), ("a\\ b", ["a b"]), ("'a b'", ["a b"]), ("", []),
      ("  ", []),
      ("a\"b c\"d", ["ab cd"]), ("\"a", ["a"]), ("a\\", ["a"]),
    ] as [(String, [String])])
  func listsAreSplitIntoWords(text: String, words: [String]) {
    #expect(ShellWords.split(text) == words)
  }

  @Test(
    arguments: [
      ("$(A", ["$(A"]), ("$", ["$"]), ("$$(X)", ["$x"]), ("$()", ["\u{2}\u{2}"]), ("a$(X)b${X}", ["axbx"]),
      ("$(Y:upper)", ["Y1", "Y2"]), ("$(X)$(Y)", ["xy1", "xy2"]), ("$(N:default=$(X))", ["x"]),
      ("$X/a", ["x/a"]), ("a$Y-b", ["ay1-b", "ay2-b"]), ("$[X]", ["x"]), ("$1 $", ["$1 $"]),
      ("$N/a", ["\u{2}N\u{2}/a"]),
      ("$(P:dir)", ["a/"]), ("$(P:file)", ["b c"]), ("$(P:rfc1034identifier)", ["a-b-c"]),
    ] as [(String, [String])])
  func variablesAreReplaced(text: String, expected: [String]) {
    let known = ["X": ["x"], "Y": ["y1", "y2"], "P": ["a/b c"]]
    #expect(SettingExpansion.expand(text) { known[$0] } == expected)
  }

  @Test func expansionsAreLimited() {
    let text = String(repeating: "$(Y)", count: 40)
    #expect(SettingExpansion.expand(text) { _ in ["a", "b", "c"] }.count == SettingExpansion.limit)
  }
}
