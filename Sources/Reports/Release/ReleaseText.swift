import Manifests
import Release
import Support
package import Terminal

/// `ambit release plan` for people.
package struct ReleaseText {
  private let showsChangelog: Bool
  /// nil: all.
  private let mostCauses: Int?

  package init(showsChangelog: Bool, mostCauses: Int?) {
    self.showsChangelog = showsChangelog
    self.mostCauses = mostCauses
  }

  package func lines(_ report: ReleaseReport) -> [StyledText] {
    let released = report.released
    let quiet = report.packages.filter { $0.release == nil }
    guard !released.isEmpty else {
      return [headline("Nothing to release", "")] + rest(quiet, isAlone: true) + next(report)
    }
    let count = Wording.count(released.count, "package")
    let order = released.count == 1 ? "to release" : "to release, in this order"
    return [headline(count, " \(order)")] + released.flatMap { lines($0.package, $0.release) }
      + rest(quiet, isAlone: false) + next(report)
  }

  private func headline(_ first: String, _ more: String) -> StyledText {
    StyledText(first, .heading) + StyledText(more)
  }

  private func lines(_ package: ReleaseReport.Package, _ release: ReleaseReport.Release) -> [StyledText] {
    let last = package.last.map { "\($0) → " } ?? ""
    let title =
      StyledText(package.name, .module) + StyledText("  \(last)") + StyledText(release.tag, .heading)
      + StyledText("  \(release.step.words)", release.step == .major ? .warning : .dim)
    let edits = release.edits.map { edit in
      StyledText("  write    ", .dim) + StyledText("\(edit.new.written) for \(edit.dependency)")
        + StyledText(" in ", .dim) + StyledText("\(edit.manifest)", .path)
    }
    return [StyledText(), title] + claim(package, release) + causes(release) + edits + changelog(package)
  }

  private func claim(_ package: ReleaseReport.Package, _ release: ReleaseReport.Release) -> [StyledText] {
    guard let claim = package.claim else { return [] }
    guard release.isClaimedTooLow else { return [StyledText("  the tag \(claim) says enough", .good)] }
    return [StyledText("  the tag \(claim) promises more than the package keeps", .bad)]
  }

  private func causes(_ release: ReleaseReport.Release) -> [StyledText] {
    let shown = release.causes.prefix(mostCauses ?? .max)
    let more = release.causes.count - shown.count
    let lines = shown.map { cause in
      StyledText("  \(cause.effect.word)", cause.effect.isBreaking ? .warning : .dim)
        + StyledText(cause.reason) + (cause.place.map { StyledText("  \($0)", .path) } ?? StyledText())
    }
    guard more > 0 else { return lines }
    return lines + [StyledText("  and \(Wording.count(more, "reason")) more; --verbose shows all", .dim)]
  }

  private func changelog(_ package: ReleaseReport.Package) -> [StyledText] {
    guard showsChangelog else { return [] }
    return package.commits.map { commit in
      StyledText("  \(commit.id.prefix(8))  ", .dim) + StyledText(commit.subject)
    }
  }

  private func next(_ report: ReleaseReport) -> [StyledText] {
    guard !report.next.isEmpty else { return [] }
    let isWritten = report.released.allSatisfy { $0.release.edits.isEmpty }
    let title = isWritten ? "To type, in this order" : "To type when that is written, in this order"
    return [StyledText(), StyledText(title, .heading)] + report.next.map { StyledText("→ \($0)") }
  }

  private func rest(_ packages: [ReleaseReport.Package], isAlone: Bool) -> [StyledText] {
    guard !packages.isEmpty else { return [] }
    let touched = packages.filter(\.isTouched)
    let never = packages.count { $0.last == nil }
    let same = packages.count - touched.count - never
    var lines: [StyledText] = isAlone ? [] : [StyledText()]
    if same > 0 {
      let verb = same == 1 ? "is" : "are"
      lines.append(StyledText("\(Wording.count(same, "package")) \(verb) as released", .dim))
    }
    if never > 0 {
      let verb = never == 1 ? "was" : "were"
      lines.append(
        StyledText(
          "\(Wording.count(never, "package")) \(verb) never released; name one to plan its first release",
          .dim))
    }
    for package in touched {
      lines.append(
        StyledText(package.name, .module)
          + StyledText(" changed since \(package.last ?? ""), but nothing that a release would bring", .dim))
      lines += changelog(package)
    }
    return lines
  }
}

extension VersionStep {
  var words: String { self == .first ? "first release" : rawValue }
}

extension ReleaseEffect {
  /// As wide as the others, so that reasons stand below one another.
  fileprivate var word: String { rawValue + String(repeating: " ", count: max(9 - rawValue.count, 1)) }
}
