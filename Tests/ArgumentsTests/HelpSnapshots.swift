// What help is to look like. A line here changes when a line of the table does.

extension HelpTests {
  static let overview = """
    Builds and tests only what a change reaches, in a Git monorepo of Swift packages

    Usage:
      ambit [GLOBAL-FLAGS] COMMAND [FLAGS] [ARGUMENTS]

    Commands:
      init         Write a workspace.json that fits the packages and projects found
      affected     List the modules that a change reaches
      why          Show why a module is affected, or why it is not
      query        List the modules that an expression stands for
      show         Say what is known of a module, a package, a team, or all teams
      metrics      Measure lines, tests, coupling and changes by module or team
      graph        Draw the modules and what they depend on
      build        Build what a change reaches
      test         Build and run the tests that a change reaches
      watch        Run again on every save
      plan         Say what a run of tests would do, and share it
      run          Run tasks of workspace.json for what a change reaches
      owners       Name the teams that own what a change touches and reaches
      report       Write one page about a change, or join the reports of shards
      lint         Check the architecture rules of workspace.json
      new          Make a package from a template
      extract      Plan moving files of a module into a package of their own
      key          Print the keys that results are kept under
      interface    Print what modules offer, and whether a change breaks that
      local        Take a dependency from a working copy
      released     Take a dependency from its release again
      status       List dependencies that are local
      release      Say which packages to release, as which versions
      cache        Look after the results and build states of this machine
      history      Show past runs, slow tests and flaky tests
      insights     Say what was saved, what costs most, and what would have been
      audit        Hold full test runs against what selection would have run
      hook         Test what a push contains before it leaves
      trust        Say which remote caches workspace.json may name
      doctor       Check what Ambit needs, and say how to fix what is wrong
      mcp          Serve editors and agents by the Model Context Protocol
      completions  Print a script that completes ambit's command line in a shell
      help         Print the overview, or a command's help

    Run `ambit COMMAND --help` for the flags of a command.

    """

  static let wide = """
    Show why a module is affected, or why it is not

    Usage:
      ambit why [FLAGS] MODULE

    Prints the shortest chain from the module down to a changed file.

    Arguments:
      MODULE  The module: '//Packages/Core:Core', or 'Core' when it is unique

    Selection flags:
          --base REV        Compare with this revision, from its merge base with the
                            head
          --head REV        Take the change from the commits up to this revision
                            (default: the working tree)
          --no-merge-base   Compare with the base itself instead of the merge base
          --files PATH...   Take these paths as the change; '-' reads them from
                            standard input, separated by NUL or newline
          --platform NAME   Count dependencies that are conditional on this
                            platform: android, driverkit, freebsd, ios, linux,
                            maccatalyst, macos, openbsd, tvos, visionos, wasi,
                            watchos, windows

    Global flags:
      -C, --directory DIR   Run as if started in this folder
          --workspace FILE  Use this workspace.json instead of looking for one
          --json            Print the answer as JSON, errors included
          --color WHEN      Colour the output: auto, always, never (default: auto)
      -q, --quiet           Print only the answer and errors
      -v, --verbose         Say more about what is done and why
          --timings         Print how long each stage took
          --version         Print the version
      -h, --help            Print help

    Examples:
      ambit why //Apps/Shop:ShopTests
          the chain that reaches a test module
      ambit why Core --base origin/main
          against a base of your choice

    """

  static let narrow = """
    Show why a module is affected, or why it
    is not

    Usage:
      ambit why [FLAGS] MODULE

    Prints the shortest chain from the
    module down to a changed file.

    Arguments:
      MODULE
            The module:
            '//Packages/Core:Core', or
            'Core' when it is unique

    Selection flags:
          --base REV
            Compare with this revision, from
            its merge base with the head
          --head REV
            Take the change from the commits
            up to this revision (default:
            the working tree)
          --no-merge-base
            Compare with the base itself
            instead of the merge base
          --files PATH...
            Take these paths as the change;
            '-' reads them from standard
            input, separated by NUL or
            newline
          --platform NAME
            Count dependencies that are
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
            Say more about what is done and
            why
          --timings
            Print how long each stage took
          --version
            Print the version
      -h, --help
            Print help

    Examples:
      ambit why //Apps/Shop:ShopTests
          the chain that reaches a test
          module
      ambit why Core --base origin/main
          against a base of your choice

    """
}
