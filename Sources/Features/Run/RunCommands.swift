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
      Example("ambit build", "what your branch and working tree reach"),
      Example("ambit build Packages/Core", "the modules of a folder, whatever has changed"),
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
      "Exits with 0 when all tests passed or none were affected, with 1 when one failed.", namesRule,
      "A name stands for its tests: 'Core' for the test modules of its package that depend on Core, else for all of its "
        + "package. Where there are none the run is refused; '--dependents' adds the tests of other packages that depend on it.",
    ],
    positionals: [.modules], flags: FlagSpec.test + FlagSpec.selection,
    mainFlags: [.base, .all, .dependents, .filter, .failed, .configuration, .failFast, .noCache, .dryRun],
    passthrough: .swift,
    examples: [
      Example("ambit test", "before a push"),
      Example("ambit test --base origin/main --head HEAD --fail-fast", "in CI, stopping early"),
      Example("ambit test Core", "the tests of a module, whatever has changed"),
      Example("ambit test Tests/CoreTests/ParserTests.swift", "the test module that holds a file"),
      Example("ambit test CoreTests --filter Parser", "some cases of one module"),
      Example("ambit test Core --dependents", "with the tests of all that depends on it"),
      Example("ambit query 'tests(Core)' | ambit test --modules -", "the tests that a query finds"),
      Example("ambit test --all --dry-run", "what a full run would do"),
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
  "Names and paths select, whatever has changed. With '--base', '--head' or '--files' they keep what is named of the change."
