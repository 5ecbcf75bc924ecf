// What help is to look like. A line here changes when a line of the table does.

extension HelpTests {
  static let overview = """
    Builds and tests only what a change reaches, in a Git monorepo of Swift packages

    Usage: ambit COMMAND [FLAGS] [ARGUMENTS]

    Every day:
      init      Write a workspace.json for this repository
      affected  List the modules that a change affects
      test      Build and run the tests that a change affects
      build     Build the modules that a change affects
      watch     Run tests again on every save
      why       Explain why a module is affected, or why it is not
      plan      Show which tests would run, and split them among machines
      owners    List the teams that own the changed and affected modules
      report    Write a page about a change, or join the reports of shards
      doctor    Check your setup, and explain how to fix problems

    More commands, by group:
      automation    run, ci, hook, audit, mcp
      architecture  graph, query, show, metrics, interface, lint, extract, new
      dependencies  local, released, release
      machine       cache, history, insights, key, trust, completions, help

    Run `ambit help GROUP`, `ambit help --all` or `ambit COMMAND -h` to read more.

    """

  static let group = """
    Dependencies and releases:
      local     Use your working copy of a dependency, or list such dependencies
      released  Use the released version of a dependency again
      release   Show which packages to release, with their next versions

    Run `ambit COMMAND -h` for the main flags of a command, `--help` for all.

    """

  static let short = """
    Explain why a module is affected, or why it is not

    Usage:
      ambit why [FLAGS] MODULE

    Arguments:
      MODULE  The module: '//Packages/Core:Core', or 'Core' when it is unique

    Main flags:
          --base REV       Compare with the merge base of this revision and the head
          --head REV       Compare the commits up to this revision
          --files PATH...  Use these paths as the change

    `ambit why --help` shows all 14 flags and examples.

    """

  static let wide = """
    Explain why a module is affected, or why it is not

    Usage:
      ambit why [FLAGS] MODULE

    Prints the shortest dependency chain from the module to a changed file.

    Arguments:
      MODULE  The module: '//Packages/Core:Core', or 'Core' when it is unique

    Selection flags:
          --base REV        Compare with the merge base of this revision and the
                            head
          --head REV        Compare the commits up to this revision (default: the
                            working tree)
          --no-merge-base   Compare with the base itself, not the merge base
          --files PATH...   Use these paths as the change; '-' reads them from
                            standard input, separated by NUL or newline
          --platform NAME   Follow dependencies that are conditional on this
                            platform: android, driverkit, freebsd, ios, linux,
                            maccatalyst, macos, openbsd, tvos, visionos, wasi,
                            watchos, windows

    Global flags:
      -C, --directory DIR   Run as if started in this folder
          --workspace FILE  Use this workspace.json instead of looking for one
          --json            Print the answer as JSON, errors included
          --color WHEN      Colour the output: auto, always, never (default: auto)
      -q, --quiet           Print only the answer and errors
      -v, --verbose         Print more details and reasons
          --timings         Print how long each stage took
          --version         Print the version
      -h, --help            Print help; '-h' prints only the main flags

    Examples:
      ambit why //Apps/Shop:ShopTests
          the chain from a test module
      ambit why Core --base origin/main
          against a base of your choice

    """

  static let narrow = """
    Explain why a module is affected, or why
    it is not

    Usage:
      ambit why [FLAGS] MODULE

    Prints the shortest dependency chain
    from the module to a changed file.

    Arguments:
      MODULE
            The module:
            '//Packages/Core:Core', or
            'Core' when it is unique

    Selection flags:
          --base REV
            Compare with the merge base of
            this revision and the head
          --head REV
            Compare the commits up to this
            revision (default: the working
            tree)
          --no-merge-base
            Compare with the base itself,
            not the merge base
          --files PATH...
            Use these paths as the change;
            '-' reads them from standard
            input, separated by NUL or
            newline
          --platform NAME
            Follow dependencies that are
            conditional on this platform:
            android, driverkit, freebsd,
            ios, linux, maccatalyst, macos,
            openbsd, tvos, visionos, wasi,
            watchos, windows

    Global flags:
      -C, --directory DIR
            Run as if started in this folder
          --workspace FILE
            Use this workspace.json instead
            of looking for one
          --json
            Print the answer as JSON, errors
            included
          --color WHEN
            Colour the output: auto, always,
            never (default: auto)
      -q, --quiet
            Print only the answer and errors
      -v, --verbose
            Print more details and reasons
          --timings
            Print how long each stage took
          --version
            Print the version
      -h, --help
            Print help; '-h' prints only the
            main flags

    Examples:
      ambit why //Apps/Shop:ShopTests
          the chain from a test module
      ambit why Core --base origin/main
          against a base of your choice

    """
}
