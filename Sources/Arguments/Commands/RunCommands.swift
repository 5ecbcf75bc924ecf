extension CommandSpec {
  static let build = CommandSpec(
    "build", "Build what a change reaches",
    positionals: [.modules], flags: FlagSpec.build + FlagSpec.selection, passthrough: .swift,
    examples: [
      Example("ambit build", "what your branch and working tree reach"),
      Example("ambit build -c release --base origin/main", "optimised, against a base"),
      Example("ambit build --all -- -Xswiftc -DTRACE", "everything, with a flag for the compiler"),
    ]
  ) { arguments throws(UsageError) in
    .run(.build(try RunOptions(arguments)), GlobalOptions(arguments))
  }

  static let test = CommandSpec(
    "test", "Build and run the tests that a change reaches",
    discussion: ["Exits with 0 when all tests passed or none were affected, with 1 when one failed."],
    positionals: [.modules], flags: FlagSpec.test + FlagSpec.selection, passthrough: .swift,
    examples: [
      Example("ambit test", "before a push"),
      Example("ambit test --base origin/main --head HEAD --fail-fast", "in CI, stopping early"),
      Example("ambit test CoreTests --filter Parser", "some cases of one module, if it is affected"),
      Example("ambit query 'tests(Core)' | ambit test --modules -", "of these tests those that are affected"),
      Example("ambit test --all --dry-run", "what a full run would do"),
    ]
  ) { arguments throws(UsageError) in
    .run(.test(try RunOptions(arguments)), GlobalOptions(arguments))
  }
}
