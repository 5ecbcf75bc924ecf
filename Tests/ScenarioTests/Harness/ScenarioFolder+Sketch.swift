import ProgramSupport

extension ScenarioFolder {
  func play(_ steps: [Step], _ state: inout SketchState) throws {
    for step in steps {
      try apply(state.play(step))
      if case .run(let script) = step { try sh(script) }
    }
  }

  /// Writes the sketch and commits it on `main`; what follows happens on the branch `work`.
  func start(_ sketch: WorkspaceSketch, prepare: [Step]) throws -> SketchState {
    var state = SketchState(sketch)
    try apply(state.files.mapValues { .some($0) })
    let commit = "git add -A && git commit -q --allow-empty -m base && git branch main"
    // As few processes as possible: they are most of what a scenario costs.
    guard !prepare.isEmpty else {
      try sh("git init -q -b work && \(commit)")
      return state
    }
    try sh("git init -q -b work")
    try play(prepare, &state)
    try sh(commit)
    return state
  }
}
