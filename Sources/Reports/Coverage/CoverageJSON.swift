import Coverage
import Names
import Support

/// `coverage.json`.
package enum CoverageJSON {
  package static func text(_ report: CoverageReport) -> String {
    JSON.report([
      "total": report.total.json, "testModules": report.testCount,
      "missing": report.missing.map(\.description),
      "teams": report.teams.map { JSON(["name": $0.name], $0.coverage.json) },
      "packages": report.packages.map { JSON(["name": $0.name], $0.coverage.json) },
      "modules": report.modules.map { JSON(["id": $0.id.description], $0.coverage.json) },
      "files": files(report),
    ])
  }

  private static func files(_ report: CoverageReport) -> any JSONValue {
    let files = report.modules.flatMap { module in module.files.map { (module.id, $0) } }
    return files.lazy.map { module, file in
      JSON(
        ["path": file.description, "module": module.description],
        (report.files.coverage(of: file) ?? LineCoverage()).json,
        ["missed": report.files.missedRanges(of: file).map { [$0.lowerBound, $0.upperBound] }])
    }
  }
}

extension LineCoverage {
  fileprivate var json: JSON { ["covered": covered, "lines": total, "percent": percent] }
}
