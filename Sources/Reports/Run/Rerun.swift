package import Names
import Platform
import Runner

/// The command that runs one failed case again, and nothing else.
package enum Rerun {
  /// It says all that it needs: a change that is gone tomorrow must not decide whether it still runs the case.
  package static func command(of testCase: String, in module: ModuleID) -> String {
    var words = ["test", "--all", module.description]
    // Where no single case is to blame the module stands for it.
    if testCase != ModuleNames.compiled(module.name) {
      words += ["--filter", "^\(ModuleNames.escapedForRegex(testCase))$"]
    }
    return Command(executable: "ambit", arguments: words).shellLine
  }
}
