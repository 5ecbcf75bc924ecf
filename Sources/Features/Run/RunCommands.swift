import Arguments
import Base
import Runner
import Session

/// `ambit build`: builds the affected modules.
struct BuildCommand: AmbitCommand {
  let options: RunOptions

  static let spec = CommandSpec(
    "build", .everyday, "Build the modules that a change affects",
    discussion: [namesRule],
    positionals: [.modules], flags: FlagSpec.build + FlagSpec.selection,
    mainFlags: [.base, .all, .dependents, .configuration, .failFast, .noCache, .dryRun], passthrough: .swift,
    examples: [
      Example("ambit build", "modules affected by your branch and working tree"),
      Example("ambit build Packages/Core", "the modules of a folder, changed or not"),
      Example("ambit build -c release --base origin/main", "optimised, against a base"),
      Example("ambit build --all -- -Xswiftc -DTRACE", "everything, with a flag for the compiler"),
    ]
  )

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    try RunCommand(action: .build, options: options).run(world, global, console)
  }
}

extension BuildCommand {
  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try RunOptions(arguments)
  }
}

/// `ambit test`: builds and runs the affected tests.
struct TestCommand: AmbitCommand {
  let options: RunOptions

  static let spec = CommandSpec(
    "test", .everyday, "Build and run the tests that a change affects",
    discussion: [
      "Exits with 0 when all tests passed or none were affected, and with 1 when a test failed.", namesRule,
      "A name selects its tests: 'Core' selects the test modules of its package that depend on Core, or "
        + "else all test modules of the package. Without such modules the run is refused. '--dependents' adds "
        + "dependent tests of other packages.",
    ],
    positionals: [.modules], flags: FlagSpec.test + FlagSpec.selection,
    mainFlags: [.base, .all, .dependents, .filter, .failed, .configuration, .failFast, .noCache, .dryRun],
    passthrough: .swift,
    examples: [
      Example("ambit test", "before a push"),
      Example("ambit test --base origin/main --head HEAD --fail-fast", "in CI, stopping early"),
      Example("ambit test Core", "the tests of a module, changed or not"),
      Example("ambit test Tests/CoreTests/ParserTests.swift", "the test module of a file"),
      Example("ambit test CoreTests --filter Parser", "some cases of one module"),
      Example("ambit test Core --dependents", "also the tests of all dependents"),
      Example("ambit query 'tests(Core)' | ambit test --modules -", "the tests that a query finds"),
      Example("ambit test --all --dry-run", "preview of a full run"),
    ]
  )

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    try RunCommand(action: .test, options: options).run(world, global, console)
  }
}

extension TestCommand {
  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try RunOptions(arguments)
  }
}

private let namesRule =
  "Names and paths select modules, changed or not. With '--base', '--head' or '--files', they filter "
  + "the change."
