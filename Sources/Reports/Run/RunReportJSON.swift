import AffectedGraph
import Names
package import Runner
import Support

/// `test --json` and `--json-report`: a contract, field by field.
package enum RunReportJSON {
  package static func text(_ report: RunReport, about affected: AffectedReport) -> String {
    JSONWriter.report { writer in
      writer.field("selection", affected.selection.scope.rawValue)
      writer.field("outcome", report.outcome.rawValue)
      writer.field("started", report.build.invocations > 0)
      writer.revisions(affected.revisions)
      if let shard = report.shard {
        writer.field("shard") { writer in
          writer.object { writer in
            writer.field("number", shard.number)
            writer.field("count", shard.count)
            writer.field("plan", report.plan)
          }
        }
      }
      writer.field("modules") { writer in
        writer.array(of: report.modules) { $0.module($1) }
      }
      writer.field("packages") { writer in
        writer.array(of: report.packages) { $0.package($1) }
      }
      writer.field("build") { writer in
        writer.object { writer in
          writer.field("groups", report.build.groups)
          writer.field("seconds") { $0.decimal(report.build.seconds) }
          writer.field("invocations", report.build.invocations)
          writer.field("state", report.build.state?.rawValue)
          writer.field("compiled", report.build.compiled)
        }
      }
      writer.totals(report, affected)
      if !report.inputs.isEmpty {
        writer.field("inputs") { writer in
          writer.array(of: report.inputs) { $0.inputs($1) }
        }
      }
      writer.warningField("fallback", affected.fallback)
      writer.warnings(affected.warnings + report.warnings)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func module(_ module: ModuleReport) {
    object { writer in
      writer.field("id", module.id.description)
      writer.field("outcome", module.outcome.rawValue)
      if let code = module.noVerdict?.code ?? module.code?.rawValue { writer.field("code", code) }
      writer.field("reason", module.excuse ?? module.noVerdict?.message ?? module.code?.words)
      writer.field("key", module.key)
      writer.field("source", module.source.rawValue)
      writer.field("gate", module.gate?.rawValue)
      if let worker = module.worker { writer.field("worker", worker) }
      writer.field("seconds") { $0.decimal(module.seconds) }
      writer.field("attempts", module.attempts)
      writer.field("cases") { writer in
        writer.object { writer in
          writer.field("passed", module.cases.passed)
          writer.field("failed", module.cases.failed)
          writer.field("skipped", module.cases.skipped)
        }
      }
      writer.field("failures") { writer in
        writer.array(of: module.failures) { writer, failure in
          writer.object { writer in
            writer.field("case", failure.testCase)
            writer.place(failure.message, failure.file, failure.line)
            writer.field("again", Rerun.command(of: failure.testCase, in: module))
            if !failure.frames.isEmpty { writer.frames(failure.frames) }
            if !failure.inFlight.isEmpty { writer.field("inFlight", failure.inFlight) }
          }
        }
      }
    }
  }

  fileprivate mutating func package(_ package: PackageReport) {
    object { writer in
      writer.field("package", package.folder.description)
      writer.field("outcome", package.outcome.rawValue)
      if let reason = package.noVerdict {
        writer.field("reason", reason.message)
        writer.field("code", reason.code)
      }
      writer.field("seconds") { $0.decimal(package.seconds) }
      writer.field("errors") { writer in
        writer.array(of: package.errors) { writer, error in
          writer.object { $0.place(error.message, error.file, error.line) }
        }
      }
    }
  }

  fileprivate mutating func inputs(_ inputs: TestInputs) {
    object { writer in
      writer.field("module", inputs.module.description)
      writer.field("of", inputs.isOfBuild ? "build" : "tests")
      writer.field("obstacle", inputs.obstacle)
      writer.field("inputs") { writer in
        writer.array(of: inputs.inputs) { writer, input in
          writer.object { writer in
            writer.field("place", input.place)
            writer.field("aspect", input.aspect)
            writer.field("cover", input.cover)
            if let reader = input.reader { writer.field("reader", reader) }
          }
        }
      }
    }
  }

  private mutating func frames(_ frames: [CallFrame]) {
    field("frames") { writer in
      writer.array(of: frames) { writer, frame in
        writer.object { writer in
          writer.field("function", frame.function)
          writer.field("file", frame.file)
          writer.field("line", frame.line)
        }
      }
    }
  }

  private mutating func place(_ message: String, _ file: String?, _ line: Int?) {
    field("message", message)
    field("file", file)
    field("line", line)
  }

  fileprivate mutating func totals(_ report: RunReport, _ affected: AffectedReport) {
    let ran = report.modules.filter { $0.attempts > 0 }
    field("totals") { writer in
      writer.object { writer in
        writer.field("affected", affected.selection.modules.count)
        writer.field("run", ran.count)
        writer.field("cached", report.modules.count { $0.outcome == .cached })
        writer.field("failed", report.modules.count(where: \.outcome.isFailure))
        writer.field("noVerdict", report.modules.count { $0.outcome == .noVerdict })
        writer.field("secondsSaved") { $0.decimal(report.secondsSaved) }
        writer.field("gates", report.gates)
      }
    }
  }
}
