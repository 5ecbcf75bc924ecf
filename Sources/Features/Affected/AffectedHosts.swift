import Base
import Graph
import Reports
import Xcode

/// `ambit affected --format github`: outputs of a step of GitHub Actions, to be added to `$GITHUB_OUTPUT`.
enum AffectedGitHub {
  /// GitHub refuses a matrix with more jobs.
  /// https://docs.github.com/en/actions/reference/limits
  static let mostJobs = 256

  static func text(_ report: AffectedReport) -> String {
    let modules = report.selection.modules
    let packages = PackageGroup.groups(modules)
    return GitHubOutputs.text([
      ("any", report.isNothingAffected ? "false" : "true"),
      ("selection", report.selection.scope.rawValue),
      ("count", String(modules.count)),
      ("modules", modules.map(\.id.description).compactJSON),
      ("tests", report.selection.tests.map(\.description).compactJSON),
      ("packages", packages.map(\.argument).compactJSON),
      ("matrix", matrix(packages, isNeeded: !report.isNothingAffected)),
    ])
  }

  /// Makes a job for each package. With more packages than GitHub allows jobs, several packages share a job. When
  /// something is affected and nothing can be listed, the matrix has one job without packages: that job runs, and fails
  /// with the reason.
  private static func matrix(_ packages: [PackageGroup], isNeeded: Bool) -> String {
    var jobs = packages.pieces(of: max(1, (packages.count + mostJobs - 1) / mostJobs))
    if jobs.isEmpty, isNeeded { jobs = [[]] }
    let include: [JSON] = jobs.map { job in
      [
        "name": name(job), "packages": job.map(\.argument),
        "tests": job.flatMap(\.tests).map(\.description),
      ]
    }
    return JSON(["include": include]).compactJSON
  }

  private static func name(_ job: ArraySlice<PackageGroup>) -> String {
    guard let folder = job.first?.folder else { return "everything" }
    let first = folder.isRoot ? "//" : folder.description
    return job.count > 1 ? "\(first) and \(job.count - 1) more" : first
  }
}

/// `ambit affected --format gitlab`: variables for `artifacts:reports:dotenv`.
///
/// GitLab refuses files of more than 5 KB, keeps quotes as they are, and knows no value of several lines
/// (https://docs.gitlab.com/ci/yaml/artifacts_reports/#artifactsreportsdotenv). A list that does not fit is left out,
/// never cut. An unset variable filters nothing, but a cut list would skip tests.
enum AffectedGitLab {
  /// The size that GitLab accepts, less some room for lines that a job adds.
  static let mostBytes = 5 * 1024 - 512

  /// The report, and the variables that are not in it.
  static func report(
    _ report: AffectedReport
  ) -> (text: String, omitted: [(variable: String, reason: String)]) {
    let modules = report.selection.modules
    var text = "AMBIT_ANY=\(!report.isNothingAffected)\n"
    text += "AMBIT_SELECTION=\(report.selection.scope.rawValue)\n"
    text += "AMBIT_COUNT=\(modules.count)\n"
    // Most pipelines loop over the packages, so the packages come first: the room may not suffice for all lists.
    let lists = [
      ("AMBIT_PACKAGES", PackageGroup.groups(modules).map(\.argument)),
      ("AMBIT_TESTS", report.selection.tests.map(\.description)),
      ("AMBIT_MODULES", modules.map(\.id.description)),
    ]
    var omitted: [(variable: String, reason: String)] = []
    for (name, values) in lists {
      let line = "\(name)=\(values.joined(separator: " "))\n"
      if let odd = values.first(where: { !isPlain($0) }) {
        omitted.append((name, "\"\(odd)\" has a space or a special character"))
      } else if text.utf8.count + line.utf8.count + reserve > mostBytes {
        omitted.append((name, "too long for a dotenv report"))
      } else {
        text += line
      }
    }
    return (text + "AMBIT_OMITTED=\(omitted.map(\.variable).joined(separator: " "))\n", omitted)
  }

  private static let reserve = "AMBIT_OMITTED=AMBIT_PACKAGES AMBIT_TESTS AMBIT_MODULES\n".utf8.count

  /// True when a shell and GitLab's own expansion of variables leave the value as it is.
  private static func isPlain(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0.isASCIIWord || "/:.-+@".utf8.contains($0) }
  }
}

/// The affected modules of one package. Hosts make a job of each group.
struct PackageGroup {
  let folder: RelativePath
  let modules: [Selection.Module]

  /// The argument of the command line that selects the whole package: `//Packages/Core`.
  var argument: String { "//\(folder)" }

  var tests: [ModuleID] { modules.filter(\.kind.isTest).map(\.id) }

  /// Groups modules by package and keeps their order.
  static func groups(_ modules: [Selection.Module]) -> [PackageGroup] {
    modules.chunked { $0.id.package == $1.id.package }.map {
      PackageGroup(folder: $0[0].id.package, modules: $0)
    }
  }
}

extension Array {
  /// Cuts the array wherever two neighbours do not belong together. No piece is empty.
  fileprivate func chunked(where belongTogether: (Element, Element) -> Bool) -> [[Element]] {
    reduce(into: []) { pieces, element in
      if let last = pieces.last?.last, belongTogether(last, element) {
        pieces[pieces.count - 1].append(element)
      } else {
        pieces.append([element])
      }
    }
  }
}

/// The affected bundles among those that a scheme and plan run: a call of `xcodebuild test` has to run these.
struct AffectedXcode: Sendable {
  private let entries: [(entry: TestCatalog.Entry, bundles: [ModuleID])]

  /// `skipped` holds the names of bundles that the call itself leaves out.
  init(_ entries: [TestCatalog.Entry], affected: Set<ModuleID>, skipped: Set<String>) {
    self.entries = entries.map { entry in
      // A list of bundles would leave out the unknown ones. Without a list the whole entry runs.
      guard !entry.mayHaveMore else { return (entry, []) }
      return (entry, entry.bundles.filter { affected.contains($0) && !skipped.contains($0.name) }.uniqued())
    }
  }

  var isEmpty: Bool { toRun.isEmpty }

  /// A scheme that may have further, unknown bundles has to run.
  private var toRun: [(entry: TestCatalog.Entry, bundles: [ModuleID])] {
    entries.filter { !$0.bundles.isEmpty || $0.entry.mayHaveMore }
  }

  private var bundles: [ModuleID] { entries.flatMap(\.bundles).uniqued() }

  /// The arguments on one line, each quoted for a shell.
  var arguments: String {
    bundles.map { "-only-testing:\($0.name)".shellQuoted }.joined(separator: " ") + "\n"
  }

  /// The names of the bundles, one a line.
  var names: String { bundles.map { "\($0.name)\n" }.joined() }

  /// The schemes with something to run, one a line.
  var schemes: String {
    toRun.map(\.entry.scheme.name).uniqued().map { "\($0)\n" }.joined()
  }

  /// The entries with something to run, as JSON for a matrix of jobs.
  var matrix: String {
    let jobs = toRun.map { entry, bundles -> JSON in
      [
        "scheme": entry.scheme.name,
        "project": entry.scheme.container.isRoot ? "." : entry.scheme.container.description,
        "plan": entry.plan?.name, "bundles": bundles.map(\.name),
      ]
    }
    return jobs.compactJSON + "\n"
  }

  /// A copy of a plan with only the affected bundles.
  func plan(_ bytes: [UInt8], _ plan: XcodeTestPlan) -> [UInt8] {
    let kept = Set(bundles)
    return plan.filtered(bytes) { entry in
      kept.contains(ModuleID(package: entry.target.container, name: entry.target.name))
    }
  }
}
