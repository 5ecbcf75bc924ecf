import Base
import Foundation
import Graph
import ProgramSupport
import Runner
import TestSupport
import Testing

@testable import Session
@testable import SwiftSources

@Suite struct KeyCommandTests {
  /// Every module's key, by id.
  private func keys(_ sandbox: CommandSandbox, _ more: String = "", _ environment: [String: String] = [:])
    throws
    -> [String: String]
  {
    let modules =
      try sandbox.run("key --json \(more)", environment: environment).json["modules"]?.arrayValue ?? []
    return Dictionary(
      modules.map { ($0["id"]?.stringValue ?? "", $0["key"]?.stringValue ?? "") },
      uniquingKeysWith: { a, _ in a })
  }

  /// The modules whose key is another one after `change`.
  private func changed(_ sandbox: CommandSandbox, by change: () throws -> Void) throws -> [String] {
    let before = try keys(sandbox)
    try change()
    return try keys(sandbox).filter { before[$0.key] != $0.value }.keys.sorted()
  }

  /// Checks that an ignored file changes the keys of `modules`, and selects them, when it comes, changes and goes.
  private func expectIgnored(
    _ file: String, reaches modules: [String], in sandbox: CommandSandbox,
    at place: SourceLocation = #_sourceLocation
  ) throws {
    for text in ["1\n", "2\n"] {
      let found = try changed(sandbox) { try sandbox.edit(file, text) }
      #expect(found == modules, "\(file)", sourceLocation: place)
    }
    let affected = sandbox.run("affected --base HEAD --format names").lines
    #expect(affected == modules, "\(file)", sourceLocation: place)
    let found = try changed(sandbox) { try sandbox.remove(file) }
    #expect(found == modules, "\(file)", sourceLocation: place)
  }

  @Test func theSameBytesAtTwoPathsHaveTheSameKeys() throws {
    let one = try keys(CommandSandbox())
    #expect(try keys(CommandSandbox()) == one)
    #expect(one.count == 6)
  }

  @Test func aCommitHasTheKeysOfItsWorkingTree() throws {
    let sandbox = try CommandSandbox()
    #expect(try keys(sandbox, "--head HEAD") == keys(sandbox))
  }

  @Test func whatIsWrittenIsInTheKeysHoweverGitSeesIt() throws {
    let sandbox = try CommandSandbox()
    let source = "Packages/Cart/Sources/Cart"
    let dependents = [
      "//Apps/Shop:Shop", "//Apps/Shop:ShopTests", "//Packages/Cart:Cart", "//Packages/Cart:CartTests",
    ]
    #expect(
      try changed(sandbox) { try sandbox.edit("\(source)/Cart.swift", "public let x = 2\n") } == dependents)
    #expect(
      try changed(sandbox) { try sandbox.edit("\(source)/New.swift", "let untracked = 1\n") } == dependents)
    try sandbox.edit(".gitignore", ".build/\n*.gen.swift\n")
    #expect(
      try changed(sandbox) { try sandbox.edit("\(source)/A.gen.swift", "let ignored = 1\n") } == dependents)
    #expect(
      try changed(sandbox) { try sandbox.edit("\(source)/A.gen.swift", "let ignored = 2\n") } == dependents)
    #expect(
      try changed(sandbox) {
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o755], ofItemAtPath: "\(sandbox.root)/\(source)/New.swift")
      } == dependents)
    #expect(try changed(sandbox) { try sandbox.edit("README.md", "# Shop\n") }.isEmpty)
  }

  @Test func lineEndsThatGitHidesAreInTheKeys() throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit(".gitattributes", "* text=auto\n")
    try sandbox.git.commitAll("shop")
    let test = "Packages/Cart/Tests/CartTests/Tests.swift"
    let found = try changed(sandbox) {
      try sandbox.edit(test, try sandbox.contents(of: test).replacing("\n", with: "\r\n"))
    }
    #expect(found == ["//Packages/Cart:CartTests"])
  }

  /// Git shows no change after any of these scripts, and another clone has other files.
  @Test(arguments: [
    (
      "once",
      "git config core.autocrlf true; rm $FILE; git checkout -q $FILE; touch -d 2020-01-01 $FILE; "
        + "git add $FILE; git config --unset core.autocrlf"
    ),
    (
      "by a condition",
      "printf '[core]\\nautocrlf = true\\n' > ../own; git config \"includeIf.gitdir:$PWD/.path\" \"$PWD/../own\"; "
        + "rm $FILE; git checkout -q $FILE"
    ),
    (
      "by attributes that Git ignores",
      "echo .gitattributes >> .git/info/exclude; echo '*.swift eol=crlf' > .gitattributes; "
        + "rm $FILE; git checkout -q $FILE"
    ),
    ("modes", "git config core.filemode false; chmod +x $FILE"),
    ("links", "git config core.symlinks false; rm $LINK; printf Tests.swift > $LINK"),
  ])
  func kindsAndBytesOnDiskAreInTheKeys(name: String, script: String) throws {
    let sandbox = try CommandSandbox()
    let (file, link) = ("Packages/Cart/Tests/CartTests/Tests.swift", "Packages/Cart/Tests/CartTests/link")
    try FileManager.default.createSymbolicLink(
      atPath: "\(sandbox.root)/\(link)", withDestinationPath: "Tests.swift")
    try sandbox.git.commitAll("shop")
    let found = try changed(sandbox) {
      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/sh")
      shell.arguments = ["-ec", script]
      shell.currentDirectoryURL = URL(filePath: sandbox.root)
      shell.environment = sandbox.git.environment.merging([
        "FILE": file, "LINK": link, "PATH": "/usr/bin:/bin",
      ]) { $1 }
      try shell.run()
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 0)
    }
    #expect(try sandbox.git.git("shop", "status --porcelain") == "")
    #expect(found == ["//Packages/Cart:CartTests"])
  }

  @Test func aCommitWithAttributesHasTheKeysOfItsCheckout() throws {
    let sandbox = try CommandSandbox()
    let plain = try keys(sandbox, "--head HEAD")
    try sandbox.edit(".git/info/attributes", "*.swift text eol=crlf\n")
    for folder in ["Apps", "Packages"] { try sandbox.remove(folder) }
    try sandbox.git.git("shop", "checkout -q .")
    let head = try keys(sandbox, "--head HEAD")
    #expect(head["//Packages/Cart:CartTests"] != plain["//Packages/Cart:CartTests"])
    let disk = try keys(sandbox)
    #expect(head["//Packages/Cart:CartTests"] == disk["//Packages/Cart:CartTests"])
  }

  /// A resource is copied with all that lies in it. Git keeps neither ignored files nor empty folders.
  @Test func whatGitDoesNotKeepIsInTheKeysOfModulesThatReadIt() throws {
    let sandbox = try CommandSandbox()
    let package = "Packages/Cart"
    let resources = "\(package)/Tests/CartTests/Fixtures"
    let manifest = try sandbox.contents(of: "\(package)/Package.swift")
    try sandbox.edit(
      "\(package)/Package.swift",
      manifest.replacing(
        #"dependencies: ["Cart"])"#, with: #"dependencies: ["Cart"], resources: [.copy("Fixtures")])"#))
    try sandbox.edit("\(resources)/a.txt", "a\n")
    try sandbox.edit(".gitignore", ".build/\n.env\n.cache/\nlocal/\n.DS_Store\n.x.swift\n")
    try sandbox.git.commitAll("shop")
    let tests = ["//Packages/Cart:CartTests"]
    for file in [".env", ".cache/x", "local/.env", "local/deep/.x", "sub/.env"] {
      #expect(try changed(sandbox) { try sandbox.edit("\(resources)/\(file)", "1\n") } == tests, "\(file)")
      #expect(try changed(sandbox) { try sandbox.edit("\(resources)/\(file)", "2\n") } == tests, "\(file)")
      #expect(try changed(sandbox) { try sandbox.remove("\(resources)/\(file)") } == tests, "\(file)")
    }
    for folder in ["empty", "deep/empty"] {
      let place = "\(sandbox.root)/\(resources)/\(folder)"
      let found = try changed(sandbox) {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      }
      #expect(found == tests, "\(folder)")
      #expect(try changed(sandbox) { try sandbox.remove("\(resources)/\(folder)") } == tests, "\(folder)")
    }
    // SwiftPM compiles no hidden file, and no test asks for the settings of Finder.
    let others = [
      "Tests/CartTests/.x.swift", "Sources/Cart/.cache/y.swift", ".env", "Tests/CartTests/Fixtures/.DS_Store",
    ]
    for file in others {
      #expect(try changed(sandbox) { try sandbox.edit("\(package)/\(file)", "x\n") }.isEmpty, "\(file)")
    }
  }

  /// Git's list ends at the ignored folder, so each of these files is asked for by its path.
  @Test func oneFileBelowAnIgnoredFolderIsInTheKeysOfModulesThatReadIt() throws {
    let sandbox = try CommandSandbox()
    let package = "Packages/Cart"
    let manifest = try sandbox.contents(of: "\(package)/Package.swift")
    let settings = #"linkerSettings: [.unsafeFlags(["gen/libx.a"])]"#
    try sandbox.edit(
      "\(package)/Package.swift",
      manifest.replacing(
        #"dependencies: ["Cart"])"#, with: #"dependencies: ["Cart"], \#(settings))"#))
    try sandbox.edit(".gitignore", ".build/\ngen/\n")
    try FileManager.default.createSymbolicLink(
      atPath: "\(sandbox.root)/\(package)/Tests/CartTests/Made.swift",
      withDestinationPath: "../../../../gen/deep/Made.swift")
    try sandbox.git.commitAll("shop")
    let tests = ["//Packages/Cart:CartTests"]
    for file in ["gen/deep/Made.swift", "\(package)/gen/libx.a"] {
      try expectIgnored(file, reaches: tests, in: sandbox)
    }
    for file in ["gen/deep/Other.swift", "gen/Made.swift", "\(package)/gen/liby.a"] {
      #expect(try changed(sandbox) { try sandbox.edit(file, "1\n") }.isEmpty, "\(file)")
    }
  }

  /// Compilers list no files that they read for a module with the attribute `[system]`.
  @Test func ignoredHeadersAreFollowedFromOneToTheNext() throws {
    let sandbox = try CommandSandbox()
    let package = "Packages/Cart"
    let manifest = try sandbox.contents(of: "\(package)/Package.swift")
    try sandbox.edit(
      "\(package)/Package.swift",
      manifest.replacing(
        #".testTarget(name: "CartTests", dependencies: ["Cart"])"#,
        with: #".systemLibrary(name: "CFoo"), .testTarget(name: "CartTests", dependencies: ["CFoo"])"#))
    let folder = "\(package)/Sources/CFoo"
    try sandbox.edit("\(folder)/module.modulemap", "module CFoo [system] { header \"shim.h\" }\n")
    try sandbox.edit("\(folder)/shim.h", "#include \"../../../../deps/include/foo.h\"\n")
    try sandbox.edit(".gitignore", ".build/\ndeps/\n")
    try sandbox.git.commitAll("shop")
    let headers = [
      ("deps/include/foo.h", "#include \"sub/bar.h\"\n#include \"..\"\n"),
      ("deps/include/sub/bar.h", "#include \"../../far.h\"\n"), ("deps/far.h", "#include \"far.h\"\n"),
    ]
    for (file, text) in headers {
      #expect(
        try changed(sandbox) { try sandbox.edit(file, text) } == [
          "//Packages/Cart:CFoo", "//Packages/Cart:CartTests",
        ], "\(file)")
    }
    for file in ["deps/other.h", "deps/include/beside.h"] {
      #expect(try changed(sandbox) { try sandbox.edit(file, "int x;\n") }.isEmpty, "\(file)")
    }
  }

  @Test func anIgnoredFileThatInputsNameIsInTheKeysOfTheModule() throws {
    let sandbox = try CommandSandbox()
    let inputs = #"["gen/x.json", "made/*/y.json", "local.json", "**"]"#
    try sandbox.edit(
      "workspace.json", #"{"version": 1, "modules": {"//Packages/Cart:CartTests": {"inputs": \#(inputs)}}}"#)
    try sandbox.edit(".gitignore", ".build/\ngen/\nmade/\nlocal.json\n*.log\n")
    try sandbox.git.commitAll("shop")
    let tests = ["//Packages/Cart:CartTests"]
    for file in ["gen/x.json", "Packages/Cart/gen/x.json", "made/deep/y.json", "Packages/Cart/local.json"] {
      try expectIgnored(file, reaches: tests, in: sandbox)
    }
    for file in ["gen/y.json", "made/y.json", "made/a/b/y.json", "gen/local.json", "x.log"] {
      #expect(try changed(sandbox) { try sandbox.edit(file, "1\n") }.isEmpty, "\(file)")
    }
    #expect(sandbox.run("affected --base HEAD --format names").lines.isEmpty)
  }

  /// A plugin may read any file of its package, but hidden folders belong to tools.
  @Test func aPluginReadsHiddenFilesOfItsPackage() throws {
    let sandbox = try CommandSandbox()
    let package = "Packages/Cart"
    let manifest = try sandbox.contents(of: "\(package)/Package.swift")
    try sandbox.edit(
      "\(package)/Package.swift",
      manifest.replacing(
        ".testTarget(",
        with:
          #".plugin(name: "Make", capability: .buildTool()), .target(name: "Made", plugins: ["Make"]), .testTarget("#
      ))
    try sandbox.edit("\(package)/Plugins/Make/Make.swift", "")
    try sandbox.edit("\(package)/Sources/Made/Made.swift", "")
    try sandbox.edit(".gitignore", ".build\n.env\n.venv/\n.worktrees/\n*.swp\n.DS_Store\nlocal/\n")
    try sandbox.git.commitAll("shop")
    let made = ["//Packages/Cart:Made"]
    for file in [".env", "local/.env", "local/x"] {
      #expect(try changed(sandbox) { try sandbox.edit("\(package)/\(file)", "1\n") } == made, "\(file)")
    }
    for file in [".venv/x", ".worktrees/b/x", ".x.swp", ".DS_Store", "local/.build/x", "local/.venv/x"] {
      #expect(try changed(sandbox) { try sandbox.edit("\(package)/\(file)", "1\n") }.isEmpty, "\(file)")
    }
    try sandbox.git.git("shop", "worktree add -q \(package)/local/tree")
    #expect(try changed(sandbox) { try sandbox.edit("\(package)/local/tree/x", "1\n") }.isEmpty)
    let link = try changed(sandbox) {
      try FileManager.default.createSymbolicLink(
        atPath: "\(sandbox.root)/\(package)/.build", withDestinationPath: "/usr/bin")
    }
    #expect(link.isEmpty)
  }

  /// The checkout of another clone may have the filter's program.
  @Test func aFileThatAFilterWritesHasNoKeyOfADisk() throws {
    let sandbox = try CommandSandbox()
    try sandbox.git.git("shop", "config filter.secret.smudge cat")
    try sandbox.edit(".gitattributes", "Tests.swift filter=secret\n")
    try sandbox.git.commitAll("shop")
    let (head, disk) = (try keys(sandbox, "--head HEAD"), try keys(sandbox))
    #expect(head["//Packages/Cart:Cart"] == disk["//Packages/Cart:Cart"])
    #expect(head["//Packages/Cart:CartTests"] != disk["//Packages/Cart:CartTests"])
  }

  @Test func flagsAndVariablesAreInTheKeys() throws {
    let sandbox = try CommandSandbox()
    let plain = try keys(sandbox)
    for more in ["-c release", "--platform macos", "-- -Xswiftc -DTRACE"] {
      #expect(try keys(sandbox, more) != plain, "\(more)")
    }
    #expect(try keys(sandbox, "", ["SDKROOT": "/sdk"]) != plain)
    #expect(try keys(sandbox, "", ["HOSTNAME": "elsewhere", "HOME": sandbox.root]) == plain)
  }

  @Test func explainListsInputsAndDiffWhatChanged() throws {
    let sandbox = try CommandSandbox()
    let explained = sandbox.run("key CartTests --explain").lines
    #expect(explained.contains { $0.contains("dependency //Packages/Cart:Cart") })
    #expect(explained.contains { $0.contains("Tests/CartTests/Tests.swift") })
    #expect(
      sandbox.run("key CartTests --diff HEAD").lines.map { String($0.dropFirst(64)) }
        == ["  //Packages/Cart:CartTests  unchanged since HEAD"])
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 3\n")
    let changed = sandbox.run("key CartTests --diff HEAD").lines
    #expect(changed.count == 2)
    #expect(changed.last?.hasSuffix("//Packages/Core:Core Sources/Core/Core.swift") == true)
    let json = try sandbox.run("key CartTests --diff HEAD --json").json["modules"]?.arrayValue?.first
    #expect(json?["changed"]?.boolValue == true)
    #expect(json?["differences"]?.arrayValue?.first?["module"]?.stringValue == "//Packages/Core:Core")
  }

  @Test func whatCannotBeRecordedSaysWhy() throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "import Cart\npublic let x = 1\n")
    let modules = try sandbox.run("key Core --json").json["modules"]?.arrayValue
    #expect(modules?.first?["unrecordable"]?["code"]?.stringValue == "undeclared-import")
    #expect(sandbox.run("key Core").errors.contains("never recorded: //Packages/Core:Core imports"))
  }

  @Test func unknownRevisionsAndModulesAreErrors() throws {
    let sandbox = try CommandSandbox()
    #expect(sandbox.run("key Nobody").exitCode == 2)
    #expect(sandbox.run("key Core --diff nowhere").exitCode == 2)
    #expect(sandbox.run("key Core --diff HEAD --explain").exitCode == 2)
  }

  @Test func surroundingsTakeWhatARunIsStartedWith() {
    let settings = BuildSettings(configuration: "release", arguments: ["-Xcc", "-DA"])
    let environment = RunEnvironment.fixed(
      from: ["HOME": "/h", "MODE": "x", "LANG": "de"], toolchainBin: "/swift/bin", declared: ["MODE"])
    let toolchain = Toolchain(
      swift: "/swift/bin/swift", swiftCompiler: "/swift/bin/swiftc", manifestAPIFolder: "",
      identity: "Swift 6",
      version: ToolsVersion(6, 0), sdk: nil)
    let found = KeySurroundings(settings, environment, toolchain: toolchain, platforms: nil, variables: [:])
    #expect(found.build.configuration == "release")
    #expect(found.build.arguments == ["-Xcc", "-DA"])
    #expect(found.environment == ["MODE": "x"])
    #expect(found.testEnvironment == ["LANG": "C.UTF-8", "TZ": "UTC"])
    #expect(found.toolchain == "Swift 6")
  }
}
