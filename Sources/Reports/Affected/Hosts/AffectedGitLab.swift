import AffectedGraph
import Names

/// `ambit affected --format gitlab`: variables for `artifacts:reports:dotenv`.
///
/// GitLab refuses files of more than 5 KB, keeps quotes as they are, and knows no value of several lines
/// (https://docs.gitlab.com/ci/yaml/artifacts_reports/#artifactsreportsdotenv). A list that cannot be said
/// in full is left out, never cut: an unset variable filters nothing, a cut one would skip tests.
package enum AffectedGitLab {
  /// What GitLab takes, less some room for lines that a job adds.
  static let mostBytes = 5 * 1024 - 512

  /// The report, and the variables that are not in it.
  package static func report(_ report: AffectedReport) -> (text: String, omitted: [String]) {
    let modules = report.selection.modules
    var text = "AMBIT_ANY=\(!report.isNothingAffected)\n"
    text += "AMBIT_SELECTION=\(report.selection.scope.rawValue)\n"
    text += "AMBIT_COUNT=\(modules.count)\n"
    // What most pipelines loop over comes first: the room may not do for all.
    let lists = [
      ("AMBIT_PACKAGES", PackageGroup.groups(modules).map(\.argument)),
      ("AMBIT_TESTS", report.selection.tests.map(\.description)),
      ("AMBIT_MODULES", modules.map(\.id.description)),
    ]
    var omitted: [String] = []
    for (name, values) in lists {
      let line = "\(name)=\(values.joined(separator: " "))\n"
      let fits = text.utf8.count + line.utf8.count + reserve <= mostBytes
      if fits, values.allSatisfy(isPlain) { text += line } else { omitted.append(name) }
    }
    return (text + "AMBIT_OMITTED=\(omitted.joined(separator: " "))\n", omitted)
  }

  private static let reserve = "AMBIT_OMITTED=AMBIT_PACKAGES AMBIT_TESTS AMBIT_MODULES\n".utf8.count

  /// Whether a shell and GitLab's own expansion of variables leave the value as it is.
  private static func isPlain(_ value: String) -> Bool {
    value.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: "/:._-+@".utf8.contains(byte)
      }
    }
  }
}
