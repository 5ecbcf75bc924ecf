import Names
import Platform
package import Runner

/// The command that runs one failed case again, and nothing else.
package enum Rerun {
  /// It says all that it needs: a change that is gone tomorrow must not decide whether it still runs the case.
  package static func command(of testCase: String, in report: ModuleReport) -> String {
    let module = report.id
    var words = ["test", module.description]
    // Where no single case is to blame the module stands for it.
    if testCase != ModuleNames.compiled(module.name) {
      words += ["--filter", "^\(ModuleNames.escapedForRegex(testCase))$"]
    }
    return line(words, report.sanitizers)
  }

  /// The command that runs all that failed.
  static func command(of report: RunReport) -> String {
    line(["test", "--failed"], report.modules.lazy.map(\.sanitizers).first { !$0.isEmpty } ?? [])
  }

  /// The flag takes one name; SwiftPM's own takes as many as there are.
  private static func line(_ words: [String], _ sanitizers: [String]) -> String {
    let flags = sanitizers.flatMap { ["--sanitize", $0] }
    let all = sanitizers.count > 1 ? words + ["--"] + flags : words + flags
    return Command(executable: "ambit", arguments: all).shellLine
  }
}
