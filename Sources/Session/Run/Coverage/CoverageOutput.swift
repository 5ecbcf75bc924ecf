package import Arguments
package import Base
package import Reports
import SwiftSources

/// Shows the coverage of a run, and writes it to files where the user asks for them.
package struct CoverageOutput {
  package let report: CoverageReport

  package init(_ report: CoverageReport) { self.report = report }

  package var warnings: [Warning] {
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

  package func write(to folder: Argument?, _ world: World) throws(Failure) {
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
