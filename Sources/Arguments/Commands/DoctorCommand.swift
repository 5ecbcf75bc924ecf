extension CommandSpec {
  static let doctor = CommandSpec(
    "doctor", "Check what Ambit needs, and say how to mend what is wrong",
    discussion: [
      "Looks at the toolchain, the Git repository and its base, the cache, workspace.json, manifests, owners and "
        + "ignored files. Exits with 1 when one of the checks found an error; warnings do not count."
    ],
    examples: [
      Example("ambit doctor", "when something is odd, and first thing in a new CI job"),
      Example("ambit doctor --json", "for a script"),
    ]
  ) { arguments throws(UsageError) in
    .run(.doctor, GlobalOptions(arguments))
  }
}
