import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// An error among older outputs is the sources', and it takes no build of anything else to say so.
@Suite struct CompileErrorTests {
  private let sandbox: CommandSandbox
  private let cache: TemporaryFolder

  init() throws {
    sandbox = try CommandSandbox()
    cache = try SharedCache.own()
  }

  private func run(_ line: String = "test --all //Packages/Cart") -> CommandSandbox.Result {
    sandbox.run(line, environment: ["XDG_CACHE_HOME": cache.path])
  }

  private static let doubt = "again from scratch"

  private func editCart(_ text: String) throws {
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "import Core\n\(text)\n")
    // An error is not remembered when its file has the time at which the run began.
    FileTime.awaitNextOnDisk()
  }

  /// Zeros in the place of an interface that others are compiled against, as a disk may make of it.
  private func damageCore() throws {
    let path = "\(sandbox.root)/.build/ambit/main/debug/Modules/Core.swiftmodule"
    let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.write(contentsOf: Data(count: size))
    try handle.close()
  }

  @Test func aTypeErrorIsConfirmedByItsModuleAlone() throws {
    #expect(run("test --all").exitCode == 0)
    try editCart("let number: Int = \"\"")
    let first = run()
    #expect(first.exitCode == 1)
    #expect(
      first.errors.contains("✗ Packages/Cart/Sources/Cart/Cart.swift:2:19  cannot convert value"),
      "\(first.errors)")
    #expect(!first.errors.contains(Self.doubt))
    #expect(first.output.components(separatedBy: "cannot convert").count == 2)

    // Another module's error is another's, also where what it needs was changed as well.
    try editCart("let number: Int = 1")
    #expect(run().exitCode == 0)
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let other = 1\n")
    try editCart("let number: Int = other2")
    let both = run()
    #expect(both.exitCode == 1)
    #expect(
      both.errors.contains(Self.doubt),
      "what it is compiled against is not what was there when a build succeeded")
    let again = run()
    #expect(again.exitCode == 1 && !again.errors.contains(Self.doubt), "\(again.errors)")
  }

  @Test func anInterfaceThatIsNotAsItWasLeftVouchesForNothing() throws {
    #expect(run("test --all").exitCode == 0)
    try damageCore()
    try editCart("let number: Int = 2")
    let result = run()
    #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
    #expect(result.errors.contains("build output may be stale"))
    try damageCore()
    try editCart("let number: Int = \"\"")
    #expect(run().exitCode == 1)
  }
}
