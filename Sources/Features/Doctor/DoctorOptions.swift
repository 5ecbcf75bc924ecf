import Arguments

extension FlagSpec {
  static let harmless = toggle(
    "harmless", "Only print patterns of files that select nothing, in the form of workspace.json")
}

extension DoctorCommand {
  static let spec = CommandSpec(
    "doctor", .everyday, "Check your setup, and explain how to fix problems",
    discussion: [
      "Ambit checks the toolchain, Git and the base, the cache, workspace.json, manifests, owners and "
        + "ignored files. Exits with 1 on errors, not on warnings.",
      "Ambit also lists files outside of modules that selected much in the last 50 commits, without a "
        + "known reader.",
    ],
    flags: [.harmless],
    examples: [
      Example("ambit doctor", "for odd results, and first in a new CI job"),
      Example("ambit doctor --json", "for a script"),
      Example("ambit doctor --harmless", "files that select nothing, and why"),
    ]
  )

  init(_ arguments: ParsedArguments) {
    onlyHarmless = arguments.has(.harmless)
  }
}
