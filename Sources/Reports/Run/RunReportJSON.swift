package import Base
import Graph
package import Runner

/// `test --json` and `--json-report`. The fields are a contract.
package enum RunReportJSON {
  package static func text(_ report: RunReport, about affected: AffectedReport) -> String {
    let shard = report.shard.map { shard -> JSON in
      ["number": shard.number, "count": shard.count, "plan": report.plan]
    }
    let inputs = report.inputs.isEmpty ? nil : report.inputs.map(\.json)
    return JSON.report([
      "selection": affected.selection.scope.rawValue, "outcome": report.outcome.rawValue,
      "started": report.build.invocations > 0, "base": affected.revisions.base?.json,
      "head": affected.revisions.head.json, "shard": OptionalField(shard),
      "filter": OptionalField(report.filter),
      "modules": report.modules.lazy.map(\.json), "packages": report.packages.map(\.json),
      "build": report.build.json, "totals": totals(report, affected), "inputs": OptionalField(inputs),
      "fallback": affected.fallback, "warnings": affected.warnings + report.warnings,
    ])
  }

  private static func totals(_ report: RunReport, _ affected: AffectedReport) -> JSON {
    [
      "affected": affected.selection.modules.count, "run": report.modules.count { $0.attempts > 0 },
      "cached": report.modules.count { $0.outcome == .cached },
      "failed": report.modules.count(where: \.outcome.isFailure),
      "quarantined": report.failedInQuarantine,
      "noVerdict": report.modules.count { $0.outcome == .noVerdict },
      "skipped": report.modules.count { $0.outcome == .skipped },
      "secondsSaved": report.secondsSaved, "gates": report.gates.json,
    ]
  }
}

extension ModuleReport {
  fileprivate var json: JSON {
    let counts: JSON = ["passed": cases.passed, "failed": cases.failed, "skipped": cases.skipped]
    return [
      "id": id.description, "outcome": outcome.rawValue,
      "code": OptionalField(noVerdict?.code ?? code?.rawValue),
      "reason": excuse ?? noVerdict?.message ?? code?.words, "key": key, "source": source.rawValue,
      "gate": gate?.rawValue, "worker": OptionalField(worker), "seconds": seconds,
      "attempts": attempts, "cases": counts, "failures": failures.map(json),
      "quarantined": OptionalField(quarantined.isEmpty ? nil : quarantined.map(json)),
    ]
  }

  private func json(_ one: QuarantinedCase) -> JSON {
    [
      "case": one.name, "outcome": one.outcome?.rawValue, "cases": one.line.cases.text,
      "owner": one.line.owner, "reason": one.line.reason, "until": one.line.until,
      "failures": one.failures.map(json),
    ]
  }

  private func json(_ failure: CaseFailure) -> JSON {
    [
      "case": failure.testCase, "message": failure.message, "file": failure.file,
      "line": failure.line, "column": failure.column, "again": Rerun.command(of: failure.testCase, in: self),
      "frames": OptionalField(failure.frames.isEmpty ? nil : failure.frames.map(\.json)),
      "inFlight": OptionalField(failure.inFlight.isEmpty ? nil : failure.inFlight),
    ]
  }
}

extension CallFrame {
  fileprivate var json: JSON { ["function": function, "file": file, "line": line] }
}

extension PackageReport {
  fileprivate var json: JSON {
    let errors = errors.map {
      ["message": $0.message, "file": $0.file, "line": $0.line, "column": $0.column] as JSON
    }
    return [
      "package": folder.description, "outcome": outcome.rawValue,
      "reason": OptionalField(noVerdict?.message), "code": OptionalField(noVerdict?.code),
      "seconds": seconds, "errors": errors,
    ]
  }
}

extension BuildTotals {
  fileprivate var json: JSON {
    [
      "groups": groups, "seconds": seconds, "invocations": invocations, "state": state?.rawValue,
      "compiled": compiled,
    ]
  }
}

extension TestInputs {
  fileprivate var json: JSON {
    let inputs: [JSON] = inputs.map { input in
      [
        "place": input.place, "aspect": input.aspect, "cover": input.cover,
        "reader": OptionalField(input.reader),
      ]
    }
    return [
      "module": module.description, "of": isOfBuild ? "build" : "tests", "obstacle": obstacle,
      "inputs": inputs,
    ]
  }
}

/// `test --dry-run --json`: the commands that a run would execute, in their order.
package enum DryRunJSON {
  package static func text(_ commands: [Command], about affected: AffectedReport) -> String {
    let commands: [JSON] = commands.map { command in
      ["words": [command.executable] + command.arguments, "folder": command.workingFolder]
    }
    return JSON.report([
      "selection": affected.selection.scope.rawValue, "base": affected.revisions.base?.json,
      "head": affected.revisions.head.json, "commands": commands, "fallback": affected.fallback,
      "warnings": affected.warnings,
    ])
  }
}
