package import Base
package import SwiftSources

/// The lines of a workspace's modules that tests executed. Lines of tests do not count: tests always execute
/// themselves.
package struct CoverageReport: Sendable {
  package struct Module: Sendable, Hashable {
    package let id: ModuleID
    package let owners: [String]
    /// The module's files, sorted.
    package let files: [RelativePath]
    package let coverage: LineCoverage

    package init(id: ModuleID, owners: [String], files: [RelativePath], coverage: LineCoverage) {
      self.id = id
      self.owners = owners
      self.files = files
      self.coverage = coverage
    }
  }

  package let files: CoveredFiles
  /// The modules, sorted by id, without modules that have no executable line.
  package let modules: [Module]
  /// The number of test modules that were measured. `missing` lists the test modules without a measurement.
  package let testCount: Int
  package let missing: [ModuleID]

  package init(files: CoveredFiles, modules: [Module], testCount: Int, missing: [ModuleID]) {
    self.files = files
    self.modules = modules
    self.testCount = testCount
    self.missing = missing
  }

  package var total: LineCoverage { files.all }

  /// The coverage of packages, and of teams. A module with two teams counts for both.
  var packages: [(name: String, coverage: LineCoverage)] { groups { ["//\($0.id.package)"] } }
  var teams: [(name: String, coverage: LineCoverage)] {
    groups { $0.owners.isEmpty ? ["(none)"] : $0.owners }
  }

  private func groups(_ names: (Module) -> [String]) -> [(name: String, coverage: LineCoverage)] {
    var groups: [String: LineCoverage] = [:]
    for module in modules {
      for name in names(module) {
        groups[name, default: LineCoverage()] = (groups[name] ?? LineCoverage()) + module.coverage
      }
    }
    return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension CoveredFiles {
  /// The ranges of executable lines that no test executed. Lines without code between two missed lines join them.
  func missedRanges(of path: RelativePath) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    var isOpen = false
    for (line, times) in (files[path] ?? [:]).sorted(by: { $0.key < $1.key }) {
      if times > 0 {
        isOpen = false
      } else if isOpen, let last = ranges.popLast() {
        ranges.append(last.lowerBound...line)
      } else {
        ranges.append(line...line)
        isOpen = true
      }
    }
    return ranges
  }
}

/// The section that `ambit test --coverage` prints below the results of the tests.
package enum CoverageText {
  package static func lines(_ report: CoverageReport, width: Int?) -> [StyledText] {
    guard let percent = report.total.percent else {
      return ["\("Coverage", .heading)\(": no line of the workspace was measured", .dim)"]
    }
    let rows = report.modules.map { module -> [StyledText] in
      [
        "\(module.id, .module)", "\(module.coverage.percent.map(text) ?? "-")",
        "\("\(module.coverage.covered) of \(module.coverage.total)", .dim)",
      ]
    }
    let lines = Wording.count(report.total.total, "line")
    let tests = Wording.count(report.testCount, "test module")
    return ["\("Coverage", .heading) \(text(percent)) of \(lines), by \(tests)"]
      + Table.indented([.middle(20), .right, .right], rows, width: width)
  }

  /// Formats as `84.2 %`. The value is never rounded up: 99.99 % is no 100 %.
  package static func text(_ percent: Double) -> String {
    let tenths = Int(percent * 10)
    return "\(tenths / 10).\(tenths % 10) %"
  }
}

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
