import Manifests
import Release
import Support

/// `ambit release plan --format markdown`: notes of the releases, to be edited by people.
package enum ReleaseMarkdown {
  private static let marker = "<!-- ambit:release -->"

  package static func text(_ report: ReleaseReport) -> String {
    var page = MarkdownPage(marker: marker)
    for (package, release) in report.released {
      page.add(["", "## \(Markdown.plain(package.name)) \(release.version)", ""])
      let since = package.last.map { "since \(Markdown.code($0))" } ?? "the first release"
      page.add(["\(Markdown.code(release.tag)), \(since), \(release.step.words)."])
      let causes = release.causes.filter { $0.effect != .inside }
      if !causes.isEmpty {
        page.add([""] + causes.map { "- **\($0.effect.rawValue)** \(Markdown.plain($0.reason))" })
      }
      if !release.edits.isEmpty {
        page.add(
          [""]
            + release.edits.map { edit in
              "- asks for \(Markdown.code(edit.new.written)) of \(Markdown.plain(edit.dependency))"
            })
      }
      if !package.commits.isEmpty {
        page.add(
          ["", "Commits:", ""]
            + package.commits.map {
              "- \(Markdown.plain($0.subject)) (\(Markdown.code(String($0.id.prefix(8)))))"
            })
      }
    }
    if report.released.isEmpty { page.add(["", "Nothing to release."]) }
    page.add(report.warnings)
    return page.text
  }
}

/// `ambit release plan --json`.
package enum ReleaseJSON {
  package static func text(_ report: ReleaseReport) -> String {
    JSON.report([
      "head": report.head.json, "packages": report.packages.map(\.json), "next": report.next,
      "warnings": report.warnings,
    ])
  }
}

extension ReleaseReport.Package {
  fileprivate var json: JSON {
    let causes = (release?.causes ?? []).map { cause -> JSON in
      ["effect": cause.effect.rawValue, "reason": cause.reason, "place": cause.place]
    }
    let edits = (release?.edits ?? []).map { edit -> JSON in
      [
        "manifest": "\(edit.manifest)", "dependency": edit.dependency, "old": edit.old.written,
        "new": edit.new.written,
      ]
    }
    return [
      "folder": "\(folder)", "name": name, "last": last, "claim": claim, "changed": isTouched,
      "next": release?.version, "tag": release?.tag, "step": release?.step.rawValue,
      "claimTooLow": release?.isClaimedTooLow ?? false, "causes": causes, "edits": edits,
      "commits": commits.map { ["id": $0.id, "subject": $0.subject] as JSON },
    ]
  }
}
