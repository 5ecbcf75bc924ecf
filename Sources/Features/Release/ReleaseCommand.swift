import Arguments
import Base
import GitBridge
import Reports
import Session
import SwiftSources

/// `ambit release plan`: prints the next version of every package.
struct ReleaseCommand: CommandWithOptions {
  let options: ReleaseOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let report = try ReleasePreparation(options, world, global).report()
    if options.format != .json { console.warn(report.warnings) }
    switch options.format {
    case .text:
      let most = console.isVerbose ? nil : 5
      console.answer(
        ReleaseText(showsChangelog: options.showsChangelog, mostCauses: most).lines(report))
    case .json: console.answer(ReleaseJSON.text(report))
    case .markdown: console.answer(ReleaseMarkdown.text(report))
    }
    return options.check && report.isClaimedTooLow ? .failed : .success
  }
}

struct ReleaseOptions: CommandOptions {
  /// The packages, as typed; empty means every package.
  var packages: [Argument] = []
  /// The commit to release, and the file with more packages.
  var selection = SelectionOptions()
  /// True when the commit was named, so that it may be another one than the last.
  var namesCommit = false
  var format = DocumentFormat.text
  /// True to list the commits since the last release.
  var showsChangelog = false
  /// True to check the tags on the released commit.
  var check = false

  init(_ arguments: ParsedArguments) throws(Failure) {
    packages = Array(arguments.positionals.dropFirst())
    selection = SelectionOptions(comparing: nil, head: "HEAD", arguments)
    namesCommit = arguments.has(.releaseHead)
    format = try arguments.format()
    showsChangelog = arguments.has(.changelog)
    check = arguments.has(.checkRelease)
  }
}

extension FlagSpec {
  static let releaseHead = option(
    "head", "REV", .revision, default: "HEAD", "The commit to release")
  static let changelog = toggle(
    "changelog", "List the commits of each package since its last release")
  static let checkRelease = toggle(
    "check", "Exit with status 1 when the version of a tag on the commit is too low")
}

extension ReleaseCommand {
  static let spec = CommandSpec(
    "release", .dependencies, "Show which packages to release, with their next versions",
    discussion: [
      "'plan' compares every package with its last release, a tag such as 1.2.0, v1.2.0, Core/1.2.0 or "
        + "core-1.2.0. It proposes the next semantic version from interfaces, manifest and sources. Packages "
        + "whose requirements exclude a new version are released too, and 'plan' prints the new requirement. "
        + "Dependencies come first.",
      "A package with its own repository, such as a submodule, is released there. Nothing is written, "
        + "tagged or pushed. Ambit prints the commands in order, submodules first.",
      "'--check' is for the pipeline of a pushed tag. The tag on the commit is the intended release, and "
        + "its version must be high enough.",
    ],
    positionals: [
      PositionalSpec(
        "ACTION", choices: [.init("plan", "Show the next version of each package")],
        required: true, "The action"),
      PositionalSpec(
        "PACKAGE", .module, repeated: true,
        "Packages: '//Packages/Core', or 'Core' when the module name is unique"),
    ],
    flags: [
      .changelog, .checkRelease, .releaseHead, .format(DocumentFormat.self), .moduleList,
      .allowEmpty,
    ],
    examples: [
      Example(
        "ambit release plan", "changes since the last releases, and the next versions"),
      Example(
        "ambit release plan //Packages/Core --changelog", "one package, with the commits since its release"),
      Example("ambit release plan --check", "in a tag's pipeline: fail when the version is too low"),
    ]
  )
}

/// `ambit release plan` for people.
struct ReleaseText {
  let showsChangelog: Bool
  /// The number of causes to show; nil shows all.
  let mostCauses: Int?

  func lines(_ report: ReleaseReport) -> [StyledText] {
    let count = report.released.count
    let order = count == 1 ? " to release" : " to release, in this order"
    let headline: StyledText =
      count == 0
      ? "\("Nothing to release", .heading)" : "\(Wording.count(count, "package"), .heading)\(order)"
    let rest = rest(report.packages.filter { $0.release == nil })
    return [headline] + report.released.flatMap { lines($0.package, $0.release) }
      + (count == 0 || rest.isEmpty ? rest : [""] + rest) + next(report)
  }

  private func lines(_ package: ReleaseReport.Package, _ release: ReleaseReport.Release) -> [StyledText] {
    let last = package.last.map { "\($0) → " } ?? ""
    let step: Style = release.step == .major ? .warning : .dim
    let claim = package.claim.map { claim in
      release.isClaimedTooLow
        ? StyledText("  the tag \(claim) is too low for these changes", .bad)
        : StyledText("  the tag \(claim) is high enough", .good)
    }
    return [
      "", "\(package.name, .module)  \(last)\(release.tag, .heading)\("  \(release.step.words)", step)",
    ]
      + [claim].compactMap(\.self) + causes(release)
      + release.edits.map { edit in
        "\("  write    ", .dim)\(edit.new.written) for \(edit.dependency)\(" in ", .dim)\(edit.manifest, .path)"
      } + changelog(package)
  }

  private func causes(_ release: ReleaseReport.Release) -> [StyledText] {
    let more = release.causes.count - (mostCauses ?? .max)
    let lines = release.causes.prefix(mostCauses ?? .max).map { cause -> StyledText in
      let style: Style = cause.effect.isBreaking ? .warning : .dim
      return "\("  \(cause.effect.word)", style)\(cause.reason)\(cause.place.map { "  \($0)" } ?? "", .path)"
    }
    guard more > 0 else { return lines }
    return lines + [StyledText("  and \(Wording.count(more, "reason")) more; --verbose shows all", .dim)]
  }

  private func changelog(_ package: ReleaseReport.Package) -> [StyledText] {
    showsChangelog
      ? package.commits.map { "\("  \($0.commit.description.prefix(8))  ", .dim)\($0.subject)" } : []
  }

  private func next(_ report: ReleaseReport) -> [StyledText] {
    let isWritten = report.released.allSatisfy { $0.release.edits.isEmpty }
    return .section(
      isWritten ? "Run in this order" : "Edit the manifests, then run in this order",
      report.next.map { "→ \($0)" })
  }

  private func rest(_ packages: [ReleaseReport.Package]) -> [StyledText] {
    let touched = packages.filter(\.isTouched)
    let never = packages.count { $0.last == nil }
    let same = packages.count - touched.count - never
    var lines: [StyledText] = []
    if same > 0 {
      lines.append(
        StyledText("\(Wording.count(same, "package")) \(same == 1 ? "is" : "are") as released", .dim))
    }
    if never > 0 {
      let words = "\(Wording.count(never, "package")) \(never == 1 ? "was" : "were") never released"
      lines.append(StyledText("\(words); name one to plan its first release", .dim))
    }
    return lines
      + touched.flatMap { package -> [StyledText] in
        let words = " changed since \(package.last ?? ""), but nothing to release"
        return ["\(package.name, .module)\(words, .dim)"] + changelog(package)
      }
  }
}

extension VersionStep {
  var words: String { self == .first ? "first release" : rawValue }
}

extension ReleaseEffect {
  /// The word, padded so that the reasons start in the same column.
  fileprivate var word: String { rawValue + String(repeating: " ", count: max(9 - rawValue.count, 1)) }
}

/// `ambit release plan --format markdown`: release notes, which people then edit.
enum ReleaseMarkdown {
  private static let marker = "<!-- ambit:release -->"

  static func text(_ report: ReleaseReport) -> String {
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
              "- requires \(Markdown.code(edit.new.written)) of \(Markdown.plain(edit.dependency))"
            })
      }
      if !package.commits.isEmpty {
        page.add(
          ["", "Commits:", ""]
            + package.commits.map {
              "- \(Markdown.plain($0.subject)) (\(Markdown.code(String($0.commit.description.prefix(8)))))"
            })
      }
    }
    if report.released.isEmpty { page.add(["", "Nothing to release."]) }
    page.add(report.warnings)
    return page.text
  }
}

enum ReleaseJSON {
  static func text(_ report: ReleaseReport) -> String {
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
      "commits": commits.map { ["id": $0.commit.description, "subject": $0.subject] as JSON },
    ]
  }
}
