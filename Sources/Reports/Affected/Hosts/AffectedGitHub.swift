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
      ("modules", modules.map(\.id.description).compactJSON),
      ("tests", report.selection.tests.map(\.description).compactJSON),
      ("packages", packages.map(\.argument).compactJSON),
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
