import Arguments

extension FlagSpec {
  static let harmless = toggle(
    "harmless", "Only print the names of files that select nothing, as workspace.json has them")
}

extension DoctorCommand {
  static let spec = CommandSpec(
    "doctor", .everyday, "Check your setup, and explain how to fix problems",
    discussion: [
      "Looks at the toolchain, the Git repository and its base, the cache, workspace.json, manifests, owners and "
        + "ignored files. Exits with 1 when one of the checks found an error; warnings do not count.",
      "Says, too, which files of no module selected much in the last 50 commits though nothing shows that they are read.",
    ],
    flags: [.harmless],
    examples: [
      Example("ambit doctor", "when something is odd, and first thing in a new CI job"),
      Example("ambit doctor --json", "for a script"),
      Example("ambit doctor --harmless", "which files select nothing, and why"),
    ]
  )

  init(_ arguments: ParsedArguments) {
    onlyHarmless = arguments.has(.harmless)
  }
}
