import Base
import Foundation
import TestSupport
import Testing

@testable import ExampleWorkspace

struct WriteTests {
  let folder: TemporaryFolder
  let programs: Programs

  init() throws {
    folder = try TemporaryFolder()
    programs = Programs(home: folder.path)
  }

  private func write(_ options: ExampleOptions, _ name: String) throws -> String {
    let path = folder.path(name)
    try ExampleWorkspace.plan(options).write(to: path, searchPath: Programs.searchPath)
    return path
  }

  @Test func theSameSeedGivesTheSameCommits() throws {
    let options = ExampleOptions(packages: 20, files: 400, seed: 9)
    let tips = try ["a", "deep/b"].map { name in
      try programs.git("for-each-ref", in: write(options, name))
    }
    #expect(tips[0] == tips[1])
    #expect(tips[0].count == 2)
  }

  @Test func theTipHoldsExactlyThePlannedFiles() throws {
    let options = ExampleOptions(packages: 15, files: 300)
    let path = try write(options, "a")
    #expect(try programs.git("status", "--porcelain", in: path).isEmpty)
    let files = try ExampleWorkspace.plan(options).files()
    #expect(try programs.git("ls-files", in: path).sorted() == files.map(\.path).sorted())
    for file in files {
      #expect(try String(contentsOfFile: "\(path)/\(file.path)", encoding: .utf8) == file.contents)
      #expect(FileManager.default.isExecutableFile(atPath: "\(path)/\(file.path)") == file.executable)
    }
  }

  @Test func anAppIsWrittenWithItsHistory() throws {
    let (path, again) = (folder.path("a"), folder.path("b"))
    try ExampleApp().write(to: path, searchPath: Programs.searchPath)
    try ExampleApp().write(to: again, searchPath: Programs.searchPath)
    #expect(try programs.git("rev-parse", "main", in: path) == programs.git("rev-parse", "main", in: again))
    #expect(try programs.git("status", "--porcelain", in: path).isEmpty)
    let files = ExampleApp().files()
    #expect(try programs.git("ls-files", in: path).sorted() == files.keys.sorted())
    for (file, contents) in files {
      #expect(try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8) == contents)
    }
    #expect(FileManager.default.isExecutableFile(atPath: "\(path)/App/Scripts/licences.sh"))
    let last = try programs.git("diff", "--name-only", "HEAD~2", "HEAD", in: path)
    #expect(last == ["App/UITests/CheckoutTests.swift", "Packages/Money/Sources/Money/Money.swift"])
  }

  @Test(arguments: [
    ("HEAD~1", "HEAD", "Features/ProfileFeature/Sources/ProfileFeature/ProfileFeature.swift"),
    ("HEAD~2", "HEAD~1", "docs/architecture.md"),
    ("HEAD~3", "HEAD~2", "Packages/Core/Sources/Core/Core.swift"),
    ("HEAD~4", "HEAD~3", "Packages/CoreStorage/Package.swift"),
    ("main", "feature/checkout", "Features/CheckoutFeature/Sources/CheckoutFeature/CheckoutFeature.swift"),
  ])
  func eachEditTouchesOneFile(base: String, head: String, file: String) throws {
    let path = try write(ExampleOptions(), "a")
    #expect(try programs.git("diff", "--name-only", base, head, in: path) == [file])
  }

  @Test func aFolderWithSomethingInItIsRefused() throws {
    try folder.write("mine", to: "a/.hidden")
    let error = #expect(throws: Failure.self) { try write(ExampleOptions(), "a") }
    #expect(error?.message == "'\(folder.path("a"))' is not an empty folder")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("a")) == [".hidden"])
  }

  @Test func aFileInTheWayIsRefused() throws {
    try folder.write("mine", to: "a")
    let error = #expect(throws: Failure.self) { try write(ExampleOptions(), "a") }
    #expect(error?.code == "cannot-write")
  }

  @Test func gitIsNeeded() throws {
    let workspace = try ExampleWorkspace.plan(ExampleOptions())
    let error = #expect(throws: Failure.self) {
      try workspace.write(to: folder.path("a"), searchPath: folder.path)
    }
    #expect(error?.code == "git-failed")
  }
}
