import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session
import Xcode

/// The Xcode projects that `ambit init` finds, and the calls of their tests.
struct InitApp: Sendable, Hashable {
  /// A scheme that runs test bundles, with one of its plans where it has any.
  struct Scheme: Sendable, Hashable {
    let name: String
    let container: RelativePath
    let plan: String?
    let bundles: Int
    /// True where another container has a scheme of that name, so that `affected` needs `--project` too.
    let isAmbiguous: Bool
    /// True where calls name the plan: the plan is not the scheme's default, or the CI names it.
    var needsPlan: Bool
  }

  /// The language of the proposed lines.
  enum Form: String, Sendable, Hashable, CaseIterable {
    case fastlane, make, shell
  }

  /// A file of a CI that runs tests.
  struct Call: Sendable, Hashable {
    let file: RelativePath
    let form: Form
    let scheme: Scheme
    /// True where the file names the scheme itself.
    let isSaid: Bool
  }

  let projects: Int
  let targets: Int
  let bundles: Int
  let schemes: [Scheme]
  let calls: [Call]

  /// The scheme for the proposed lines where the CI names none.
  private var largest: Scheme? { Scheme.largest(of: schemes) }

  /// The lines to add, for each language that the CI uses. Without any CI file they are for a shell.
  var proposals: [(file: RelativePath?, lines: [String])] {
    let best = Form.allCases.compactMap { form in
      calls.filter { $0.form == form }.max {
        ($0.isSaid ? 1 : 0, $0.scheme.bundles) < ($1.isSaid ? 1 : 0, $1.scheme.bundles)
      }
    }
    guard best.isEmpty else { return best.prefix(2).map { ($0.file, $0.form.lines($0.scheme)) } }
    return largest.map { [(nil, Form.shell.lines($0))] } ?? []
  }
}

extension InitApp {
  var json: JSON {
    [
      "projects": projects, "targets": targets, "bundles": bundles, "schemes": schemes.map(\.json),
      "calls": calls.map { call -> JSON in
        [
          "file": call.file.description, "form": call.form.rawValue, "named": call.isSaid,
          "scheme": call.scheme.json,
        ]
      },
      "proposals": proposals.map { file, lines -> JSON in ["file": file?.description, "lines": lines] },
    ]
  }
}

extension InitApp.Scheme {
  fileprivate var json: JSON {
    ["scheme": name, "project": container.description, "plan": plan, "bundles": bundles]
  }

  /// The scheme with most bundles. Among equals a scheme of a project comes first, then the first in the list.
  static func largest(of schemes: [InitApp.Scheme]) -> InitApp.Scheme? {
    let most = schemes.map(\.bundles).max()
    let equals = schemes.filter { $0.bundles == most }
    return equals.first { !$0.place.isEmpty } ?? equals.first
  }

  /// The words for people: `Shop, plan CI`.
  var title: String { plan.map { "\(name), plan \($0)" } ?? name }

  /// `-project App/Shop.xcodeproj`; empty for the scheme of a package: xcodebuild finds it in the package's folder.
  fileprivate var place: [String] {
    let path = container.description
    let kinds: KeyValuePairs = [".xcodeproj": "-project", ".xcworkspace": "-workspace"]
    return kinds.first { path.hasSuffix($0.key) }.map { ["\($0.value) \(path.shellWord)"] } ?? []
  }

  fileprivate var question: String {
    let plan = needsPlan ? plan.map { " --plan \($0.shellWord)" } : nil
    let project = isAmbiguous ? " --project \(container.description.shellWord)" : ""
    return "--scheme \(name.shellWord)\(plan ?? "")\(project) --exit-code"
  }
}

extension InitApp.Form {
  /// The lines cover three outcomes. With something to run, the bundles run. With nothing to run (exit code 3), nothing
  /// runs. Without a verdict everything runs.
  func lines(_ scheme: InitApp.Scheme) -> [String] {
    switch self {
    case .shell: Self.shell(scheme)
    case .make:
      // A recipe's lines run in one shell, and `$$` of make is a `$` of the shell.
      zip(Self.shell(scheme).map { $0.replacing("$", with: "$$") }, ["; \\", "; \\", ""]).map { $0 + $1 }
    case .fastlane: Self.fastlane(scheme)
    }
  }

  /// The answer goes into a variable. A file in the repository would be part of the change.
  private static func shell(_ scheme: InitApp.Scheme) -> [String] {
    // xcodebuild finds the scheme of a package only in the package's folder.
    let isInside = !scheme.place.isEmpty || scheme.container.isRoot
    let folder = isInside ? "" : "cd \(scheme.container.description.shellWord) && "
    let call =
      ["\(folder)xcodebuild test"] + scheme.place + ["-scheme \(scheme.name.shellWord)"]
      + (scheme.needsPlan ? scheme.plan.map { ["-testPlan \($0.shellWord)"] } ?? [] : [])
    return [
      "rc=0; args=$(ambit affected --format xcodebuild \(scheme.question)) || rc=$?",
      "[ $rc = 3 ] && exit 0; [ $rc = 0 ] || args=",
      "eval \"\(call.joined(separator: " ")) -destination '...' $args\"",
    ]
  }

  private static func fastlane(_ scheme: InitApp.Scheme) -> [String] {
    let plan = scheme.needsPlan ? scheme.plan.map { ", testplan: \($0.rubyText)" } : nil
    return [
      "bundles = `ambit affected --format fastlane \(scheme.question)`.lines(chomp: true)",
      "next if $?.exitstatus == 3",
      "run_tests(scheme: \(scheme.name.rubyText)\(plan ?? ""), only_testing: $?.success? ? bundles : nil)",
    ]
  }
}

extension String {
  fileprivate var rubyText: String { compactJSON }
}

/// The findings of `ambit init` in packages and projects. They are empty where a manifest or project cannot be read.
struct InitSurvey {
  var app: InitApp?
  var hosts: [String] = []
  var past: ReplayGlance?
  var doubtful: [String] = []

  /// The time for the survey. Nobody waits longer for a proposal.
  private static let patience = Duration.seconds(10)

  /// - `isConfigured`: true when a configuration exists, which has settled the doubtful files.
  static func of(_ world: World, _ global: GlobalOptions, isConfigured: Bool) throws(Failure) -> InitSurvey {
    var survey = InitSurvey()
    do throws(Failure) {
      let session = try Session.open(world, global, SelectionOptions())
      let loaded = try session.wholeWorkspace(allowsEmpty: true)
      let graph = loaded.headWithProjects
      world.progressLine.begin("Reading projects")
      survey.app = try app(loaded, graph, session.workspace)
      survey.hosts = try AppleModules(of: loaded.head, in: session.workspace.tree, jobs: world.processors)
        .patterns
      if !isConfigured {
        survey.doubtful = try UnownedHistory(session.workspace, graph).proposals(jobs: world.processors).map(
          \.sentence)
      }
      survey.past = try ReplayGlance(session, graph, within: patience)
    } catch {
      if error.isStop { throw error }
    }
    return survey
  }

  /// Returns nil where there is no project, and no file that calls xcodebuild for the scheme of a package.
  private static func app(
    _ loaded: WorkspaceLoader.Loaded, _ graph: WorkspaceGraph, _ workspace: OpenWorkspace
  ) throws(Failure) -> InitApp? {
    let catalog = try workspace.testCatalog(of: graph)
    let schemes = Self.schemes(catalog)
    let calls = try Self.calls(schemes, in: workspace.head.tree)
    guard !loaded.projects.isEmpty || calls.contains(where: \.isSaid) else { return nil }
    let targets = loaded.projects.graph.modules
    return InitApp(
      projects: loaded.projects.containers.count, targets: targets.count,
      bundles: targets.count { [.unitTests, .uiTests].contains($0.type) }, schemes: schemes, calls: calls)
  }

  private static func schemes(_ catalog: TestCatalog) -> [InitApp.Scheme] {
    let containers = Dictionary(grouping: catalog.entries, by: \.scheme.name)
      .mapValues { Set($0.map(\.scheme.container)).count }
    var seen: Set<RelativePath> = []
    return catalog.entries.compactMap { entry in
      let isFirst = seen.insert(entry.scheme.file).inserted
      guard !entry.bundles.isEmpty, isSayable(entry.scheme.name), isSayable(entry.plan?.name ?? "") else {
        return nil
      }
      return InitApp.Scheme(
        name: entry.scheme.name, container: entry.scheme.container, plan: entry.plan?.name,
        bundles: Set(entry.bundles).count, isAmbiguous: containers[entry.scheme.name, default: 1] > 1,
        needsPlan: !isFirst)
    }
  }

  /// True for a name that fits into the proposed lines, between the quotes of a shell and of Ruby.
  private static func isSayable(_ name: String) -> Bool {
    !name.contains { "\"'$`\\#!".contains($0) } && Text.escapingControls(name) == name
  }

  private static func calls(_ schemes: [InitApp.Scheme], in tree: any FileTree) throws(Failure) -> [InitApp
    .Call]
  {
    guard let largest = InitApp.Scheme.largest(of: schemes) else { return [] }
    var calls: [InitApp.Call] = []
    let files = try tree.files { _, kind in kind == .file || kind == .executable }
    for file in files {
      guard let place = TestCallFile(file.path), let bytes = (try? tree.contents(of: file)) ?? nil else {
        continue
      }
      for call in place.calls(in: bytes) {
        guard let name = call.scheme else {
          calls.append(.init(file: file.path, form: place.form, scheme: largest, isSaid: false))
          continue
        }
        let named = schemes.filter { $0.name == name }
        guard var scheme = named.first(where: { $0.plan == call.plan }) ?? named.first else { continue }
        scheme.needsPlan = scheme.needsPlan || call.plan != nil
        calls.append(.init(file: file.path, form: place.form, scheme: scheme, isSaid: true))
      }
    }
    return calls.uniqued()
  }
}
