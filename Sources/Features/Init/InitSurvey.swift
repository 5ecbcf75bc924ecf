import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session
import Xcode

/// The findings of `ambit init` in packages and projects. They are empty where a manifest or project cannot be read.
struct InitSurvey {
  var app: InitApp?
  var hosts: [String] = []
  var past: InitPast?
  var doubtful: [String] = []

  /// The time for the survey. Nobody waits longer for a proposal.
  private static let patience = Duration.seconds(10)

  /// - `isConfigured`: true when a configuration exists, which has settled the doubtful files.
  static func of(
    _ world: World, _ global: GlobalOptions, isConfigured: Bool
  ) throws(Failure) -> InitSurvey {
    var survey = InitSurvey()
    do throws(Failure) {
      let pipeline = try SelectionPipeline.open(world, global, SelectionOptions())
      let loaded = try pipeline.wholeWorkspace(allowsEmpty: true)
      let graph = loaded.headWithProjects
      world.progressLine.begin("Reading projects")
      survey.app = try Failure.wrapping { try app(loaded, graph, pipeline.workspace) }
      survey.hosts = try Failure.wrapping {
        try AppleModules(of: loaded.head, in: pipeline.workspace.tree, jobs: world.processors).patterns
      }
      if !isConfigured {
        survey.doubtful = try Failure.wrapping {
          try UnownedHistory(pipeline.workspace, graph).proposals(jobs: world.processors).map(
            \.sentence)
        }
      }
      survey.past = try ReplayGlance(pipeline, graph, within: patience).flatMap { glance in
        InitPast(share: glance.share, asked: glance.asked)
      }
    } catch {
      if error.code == Failure.stopped.code { throw error }
    }
    return survey
  }

  /// Returns nil where there is no project, and no file that calls xcodebuild for the scheme of a package.
  private static func app(
    _ loaded: WorkspaceLoader.Loaded, _ graph: WorkspaceGraph, _ workspace: OpenWorkspace
  ) throws -> InitApp? {
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

  private static func calls(_ schemes: [InitApp.Scheme], in tree: any FileTree) throws -> [InitApp.Call] {
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
    var seen: Set<InitApp.Call> = []
    return calls.filter { seen.insert($0).inserted }
  }
}
