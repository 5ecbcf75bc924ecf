import AffectedGraph
import Names
import Support

/// `ambit affected --format github`: outputs of a step of GitHub Actions, to be added to `$GITHUB_OUTPUT`.
package enum AffectedGitHub {
  /// GitHub makes no more jobs of one matrix.
  /// https://docs.github.com/en/actions/reference/limits
  static let mostJobs = 256

  package static func text(_ report: AffectedReport) -> String {
    let modules = report.selection.modules
    let packages = PackageGroup.groups(modules)
    return GitHubOutputs.text([
      ("any", report.isNothingAffected ? "false" : "true"),
      ("selection", report.selection.scope.rawValue),
      ("count", String(modules.count)),
      ("modules", GitHubOutputs.list(modules.map(\.id.description))),
      ("tests", GitHubOutputs.list(report.selection.tests.map(\.description))),
      ("packages", GitHubOutputs.list(packages.map(\.argument))),
      ("matrix", matrix(packages, isNeeded: !report.isNothingAffected)),
    ])
  }

  /// A job for each package; of more packages than there may be jobs, several share one. When something is
  /// affected and nothing can be listed, one job without packages: it runs, and fails with the reason.
  private static func matrix(_ packages: [PackageGroup], isNeeded: Bool) -> String {
    let size = max(1, (packages.count + mostJobs - 1) / mostJobs)
    var jobs = stride(from: 0, to: packages.count, by: size).map { start in
      packages[start..<min(start + size, packages.count)]
    }
    if jobs.isEmpty, isNeeded { jobs = [[]] }
    var writer = JSONWriter(pretty: false)
    writer.object { writer in
      writer.field("include") { writer in
        writer.array(of: jobs) { writer, job in
          writer.object { writer in
            writer.field("name", name(job))
            writer.field("packages", job.map(\.argument))
            writer.field("tests", job.flatMap(\.tests).map(\.description))
          }
        }
      }
    }
    return writer.text
  }

  private static func name(_ job: ArraySlice<PackageGroup>) -> String {
    guard let folder = job.first?.folder else { return "everything" }
    let first = folder.isRoot ? "//" : folder.description
    return job.count > 1 ? "\(first) and \(job.count - 1) more" : first
  }
}
