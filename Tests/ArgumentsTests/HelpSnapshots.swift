// What help is to look like. A line here changes when a line of the table does.

extension HelpTests {
  static let overview = """
    Builds and tests only what a change reaches, in a Git monorepo of Swift packages

    Usage:
      ambit [GLOBAL-FLAGS] COMMAND [FLAGS] [ARGUMENTS]

    Commands:
      init         Write a workspace.json for the packages and projects it finds
      affected     List the modules that a change affects
      why          Explain why a module is affected, or why it is not
      query        List the modules that match an expression
      show         Show the details of a module, a package or a team
      metrics      Measure lines, tests, coupling and changes by module or team
      graph        Draw the dependency graph of the modules
      build        Build the modules that a change affects
      test         Build and run the tests that a change affects
      watch        Run tests again on every save
      plan         Show which tests would run, and split them among machines
      run          Run tasks of workspace.json for the affected packages
      owners       List the teams that own the changed and affected modules
      report       Write a page about a change, or join the reports of shards
      lint         Check the architecture rules of workspace.json
      new          Create a package from a template
      extract      Plan how to move files of a module into a new package
      key          Show the cache keys of modules, and what they are made from
      interface    Show the public API of modules, and what a change breaks in it
      local        Use your working copy of a dependency
      released     Use the released version of a dependency again
      status       List the dependencies that use a working copy
      release      Show which packages to release, and as which versions
      cache        Manage the results and build states kept on this machine
      history      Show past runs, slow tests and flaky tests
      insights     Show the time saved, the slowest tests and the costliest modules
      audit        Find failures of full test runs that selection would have missed
      hook         Install a Git hook that tests commits before each push
      trust        Choose the remote caches to trust
      doctor       Check your setup, and explain how to fix problems
      completions  Print the completion script for your shell
      help         Show a command's help, or the commands of a group

    Run `ambit COMMAND --help` for the flags of a command.

    """

  static let wide = """
    Explain why a module is affected, or why it is not

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
    Explain why a module is affected, or why
    it is not

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
