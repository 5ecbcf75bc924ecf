import Base
import Store

extension RunPreparation {
  /// Makes undeclared reads of builds inputs from now on, and lets those of tests select them.
  func learn(
    from build: UndeclaredReads, _ seen: [ModuleID: Observation], _ outputs: [ModuleID: IgnoredOutputs]
  ) -> Footprints {
    let room = max(0, Footprints.limit - pipeline.workspace.footprints.buildCount)
    let learned = Footprints(build.undeclared.prefix(room))
      .union(Footprints(outputs.mapValues { Footprint(outputs: $0) }))
      .union(Footprints(seen.mapValues { Footprint(tests: .init(undeclaredIn: $0)) }))
    pipeline.workspace.footprintStore(world).add(
      learned, learnedIn: NamespaceChain.scope(world.environment, outcome.config, head: head))
    return learned
  }

  /// Says what tests looked at undeclared for the first time.
  func undeclared(_ seen: [ModuleID: Observation], _ outputs: [ModuleID: IgnoredOutputs]) -> [Warning] {
    let known = pipeline.workspace.footprints
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
  /// Files of the workspace of which the content counts, sorted.
  fileprivate var filesRead: [RelativePath] {
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
