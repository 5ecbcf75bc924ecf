import Arguments
import Base
import Graph
import Reports
import Runner
import Session
import SwiftSources

/// The lines of a workspace's modules that tests executed. Lines of tests do not count: tests always execute
/// themselves.
struct CoverageReport: Sendable {
  struct Module: Sendable, Hashable {
    let id: ModuleID
    let owners: [String]
    /// The module's files, sorted.
    let files: [RelativePath]
    let coverage: LineCoverage
  }

  let files: CoveredFiles
  /// The modules, sorted by id, without modules that have no executable line.
  let modules: [Module]
  /// The number of test modules that were measured. `missing` lists the test modules without a measurement.
  let testCount: Int
  let missing: [ModuleID]

  var total: LineCoverage { files.all }

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

extension CoverageReport {
  /// The coverage of a run: what its test modules executed, now or when they passed before.
  init(_ report: RunReport, _ outcome: Session.Selected) {
    let measured = report.modules.compactMap(\.coverage)
    let coverage = WorkspaceCoverage(measured, outcome.graph)
    files = coverage.files
    modules = coverage.byModule.sorted { $0.key < $1.key }.compactMap { index, paths in
      let module = outcome.graph.modules[index]
      return coverage.coverage(of: index).map {
        Module(id: module.id, owners: outcome.owners(of: module).owners, files: paths, coverage: $0)
      }
    }
    testCount = measured.count
    missing = report.modules.filter { $0.coverage == nil && $0.excuse == nil }.map(\.id).sorted()
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
enum CoverageText {
  static func lines(_ report: CoverageReport, width: Int?) -> [StyledText] {
    guard let percent = report.total.percent else {
      return ["\("Coverage", .heading)\(": no line of the workspace was measured", .dim)"]
    }
    let rows = report.modules.map { module -> [StyledText] in
      [
        "\(module.id, .module)", "\(module.coverage.percent.map(LineCoverage.text) ?? "-")",
        "\("\(module.coverage.covered) of \(module.coverage.total)", .dim)",
      ]
    }
    let lines = Wording.count(report.total.total, "line")
    let tests = Wording.count(report.testCount, "test module")
    return ["\("Coverage", .heading) \(LineCoverage.text(percent)) of \(lines), by \(tests)"]
      + Table.indented([.middle(20), .right, .right], rows, width: width)
  }
}

/// `coverage.json`.
enum CoverageJSON {
  static func text(_ report: CoverageReport) -> String {
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

/// Shows the coverage of a run, and writes it to files where the user asks for them.
struct CoverageOutput {
  let report: CoverageReport

  var warnings: [Warning] {
    guard let first = report.missing.first else { return [] }
    let others = report.missing.count > 1 ? " and \(report.missing.count - 1) more" : ""
    return [
      Warning(
        code: "no-coverage",
        message: "the coverage lacks \(first)\(others), which left no data",
        hints: [
          "modules leave none if they are not built, stop or crash, or if the toolchain lacks llvm-cov"
        ])
    ]
  }

  func write(to folder: Argument?, _ world: World) throws(Failure) {
    guard let folder else { return }
    let place = world.absoluteText(folder.bytes)
    guard LocalFiles.makeFolders(place, mode: 0o755) else {
      throw Failure(
        code: "unwritable", message: "the folder \(folder.quoted) of '--coverage-out' cannot be created",
        hints: ["name another folder, or create it"])
    }
    for (name, bytes) in [
      ("coverage.lcov", TraceFile.text(report.files)),
      ("coverage.json", Array(CoverageJSON.text(report).utf8)),
    ] where !LocalFiles.write(bytes, to: "\(place)/\(name)", permissions: 0o644) {
      throw Failure(
        code: "unwritable",
        message: "\(name) cannot be written to \(folder.quoted), the folder of '--coverage-out'",
        hints: ["check the folder's permissions and free space"])
    }
  }
}
