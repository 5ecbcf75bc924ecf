import Support

/// `ambit doctor --json`.
package enum DoctorJSON {
  package static func text(_ report: DoctorReport) -> String {
    let checks: [JSON] = report.checks.map { check in
      ["id": check.id, "status": check.status.rawValue, "message": check.message, "fixes": check.fixes]
    }
    return JSON.report(["healthy": !report.hasErrors, "checks": checks])
  }
}
