import Manifests
import Release
import Support

/// `ambit release plan --json`.
package enum ReleaseJSON {
  package static func text(_ report: ReleaseReport) -> String {
    JSONWriter.report { writer in
      writer.field("head") { writer in
        writer.object { writer in
          writer.field("ref", report.head.ref)
          writer.field("commit", report.head.commit)
        }
      }
      writer.field("packages") { writer in
        writer.array(of: report.packages) { writer, package in writer.object { write(package, &$0) } }
      }
      writer.field("next", report.next)
      writer.warnings(report.warnings)
    }
  }

  private static func write(_ package: ReleaseReport.Package, _ writer: inout JSONWriter) {
    writer.field("folder", "\(package.folder)")
    writer.field("name", package.name)
    writer.field("last", package.last)
    writer.field("claim", package.claim)
    writer.field("changed", package.isTouched)
    writer.field("next", package.release?.version)
    writer.field("tag", package.release?.tag)
    writer.field("step", package.release?.step.rawValue)
    writer.field("claimTooLow", package.release?.isClaimedTooLow ?? false)
    writer.field("causes") { writer in
      writer.array(of: package.release?.causes ?? []) { writer, cause in
        writer.object { writer in
          writer.field("effect", cause.effect.rawValue)
          writer.field("reason", cause.reason)
          writer.field("place", cause.place)
        }
      }
    }
    writer.field("edits") { writer in
      writer.array(of: package.release?.edits ?? []) { writer, edit in
        writer.object { writer in
          writer.field("manifest", "\(edit.manifest)")
          writer.field("dependency", edit.dependency)
          writer.field("old", edit.old.written)
          writer.field("new", edit.new.written)
        }
      }
    }
    writer.field("commits") { writer in
      writer.array(of: package.commits) { writer, commit in
        writer.object { writer in
          writer.field("id", commit.id)
          writer.field("subject", commit.subject)
        }
      }
    }
  }
}
