package import Base
import Runner
package import Store

extension RunPreparation {
  /// Makes undeclared reads of builds inputs from now on, and lets those of tests select them.
  func learn(
    from build: UndeclaredReads, _ seen: [ModuleID: Observation], _ outputs: [ModuleID: IgnoredOutputs]
  ) -> Footprints {
    let room = max(0, Footprints.limit - session.workspace.footprints.buildCount)
    let learned = Footprints(build.undeclared.prefix(room))
      .union(Footprints(outputs.mapValues { Footprint(outputs: $0) }))
      .union(Footprints(seen.mapValues { Footprint(tests: .init(undeclaredIn: $0)) }))
    session.workspace.footprintStore(world).add(
      learned, learnedIn: NamespaceChain.scope(world.environment, outcome.config, head: head))
    return learned
  }

  /// Says what tests looked at undeclared for the first time.
  func undeclared(_ seen: [ModuleID: Observation], _ outputs: [ModuleID: IgnoredOutputs]) -> [Warning] {
    let known = session.workspace.footprints
    let left = outputs.values.reduce(known.outputs) { $0.union($1) }
    let news = seen.sorted { $0.key < $1.key }.compactMap {
      module, observation -> (module: ModuleID, files: [RelativePath])? in
      let before = known[module].tests
      guard before != .everything else { return nil }
      let files = observation.filesRead.filter { !before.files.contains($0) && !left.places.contains($0) }
      return files.isEmpty ? nil : (module, files)
    }
    return [Self.undeclared(news)].compactMap { $0 }
  }

  private static func undeclared(_ news: [(module: ModuleID, files: [RelativePath])]) -> Warning? {
    guard let first = news.first, let file = first.files.first else { return nil }
    let count = news.reduce(0) { $0 + $1.files.count } - 1
    let others = count > 0 ? " (and \(count) more like this)" : ""
    let line = "\"\(first.module)\": {\"inputs\": [\"\(file)\"]}"
    return Warning(
      code: "undeclared-input",
      message:
        "\(first.module) reads \"\(file)\", which is not a declared input\(others); on this machine, its changes "
        + "now select the module",
      hints: [
        "declare it in workspace.json, under \"modules\": \(line)",
        "`ambit lint` lists all such files, `ambit lint --fix inputs` declares them",
      ])
  }

  func unrecordable(
    _ observations: [ModuleID: Result<Observation, ObservationObstacle>]
  ) -> [Warning] {
    observations.sorted { $0.key < $1.key }.compactMap { module, made in
      guard case .failure(let obstacle) = made, obstacle.forbidsRecord else { return nil }
      return Warning(
        code: "unrecordable-test", message: "\(module) \(obstacle.text), so its result is not recorded",
        hints: obstacle.hints)
    }
  }
}

extension Observation {
  /// Undeclared files of the workspace of which the content counts, sorted.
  package var filesRead: [RelativePath] {
    sights.compactMap { sight in
      guard sight.cover == .foreign, sight.aspect == .content, sight.state != .absent,
        case .workspace(let path) = sight.place
      else { return nil }
      return path
    }
  }
}

extension ObservationObstacle {
  fileprivate var hints: [String] {
    switch self {
    case .writes: ["let it write to a temporary folder"]
    case .times: ["times differ in every clone: compare contents"]
    case .leftover: ["let tests write to a temporary folder, and remove what they left"]
    case .changed, .unreadable, .unseen: []
    }
  }
}

/// The undeclared places that earlier runs of tests looked at, in the state that they have before a run.
struct KnownPlaces: Sendable {
  private let places: [ModuleID: Observation]

  init(_ tests: Set<ModuleID>, _ seen: Footprints, in view: DiskView) {
    let known = tests.map { ($0, seen[$0].tests) }.filter { !$1.isEmpty && $1 != .everything }
    places = Dictionary(uniqueKeysWithValues: known.map { ($0, Observation(Self.sights(of: $1, in: view))) })
  }

  /// Adds the places to what a run saw that may have missed some. nil when one of them changed during the run.
  func completed(_ observation: Observation, for module: ModuleID, in view: DiskView) -> Observation? {
    guard let known = places[module] else { return observation }
    guard known.difference(upTo: .foreign, in: view) == nil else { return nil }
    let met = Footprint.Places(observation.sights)
    return Observation(observation.sights + known.sights.filter { !met.contains($0) })
  }

  /// Nobody keeps which aspect of a place was looked at, so each counts. A link or folder has more than its content.
  private static func sights(of places: Footprint.Places, in view: DiskView) -> [Observation.Sight] {
    func sights(_ places: some Sequence<SeenPlace>, _ aspects: [Aspect]) -> [Observation.Sight] {
      places.flatMap { place in
        aspects.compactMap { aspect in
          view.state(of: place, aspect).map { .init(place, aspect, $0, .foreign) }
        }
      }
    }
    let neighbours = places.outside.compactMap { Neighbour($0) }
    let others = places.outside.subtracting(neighbours.map(\.text))
    func inside(_ paths: Set<RelativePath>) -> some Sequence<SeenPlace> { paths.lazy.map { .workspace($0) } }
    return sights(inside(places.files), everyAspect) + sights(inside(places.folders), [.names])
      + sights(inside(places.trees), [.tree])
      + sights(others.lazy.map { SeenPlace(beside: $0) }, everyAspect)
      + neighbours.flatMap { sights([$0.place], $0.aspects) }
  }

  private static let everyAspect: [Aspect] = [.content, .linkKind, .target, .names]
}

extension TestInputs {
  /// The reads of tests, for people. Reads that loading a product causes are left out.
  static func all(of observations: [ModuleID: Result<Observation, ObservationObstacle>]) -> [TestInputs] {
    observations.sorted { $0.key < $1.key }.map { module, made in
      switch made {
      case .failure(let obstacle): TestInputs(module, obstacle: obstacle.text)
      case .success(let observation):
        TestInputs(module, inputs: observation.sights.filter(\.isForPeople).map { Input($0) })
      }
    }
  }
}

extension Observation.Sight {
  /// False for what loading a product reads, and for the second place of a file beside the repository.
  fileprivate var isForPeople: Bool {
    if case .beside = place { return false }
    return cover != .product
  }
}

extension TestInputs.Input {
  init(_ sight: Observation.Sight, reader: String? = nil) {
    self.init(place: sight.place.text, aspect: sight.aspect.word, cover: sight.cover.word, reader: reader)
  }
}

extension Aspect {
  fileprivate var word: String {
    switch self {
    case .content: "content"
    case .kind: "kind"
    case .linkKind: "link"
    case .names: "names"
    case .target: "target"
    case .tree: "all"
    }
  }
}

extension Cover {
  fileprivate var word: String {
    switch self {
    case .foreign: "undeclared"
    case .declared: "declared"
    case .product: "product"
    }
  }
}
