import Testing

/// A change to a workspace, and what it must select.
struct Scenario: Sendable, CustomTestStringConvertible {
  /// Starts with the number of the behaviour case that it covers.
  let id: String
  private(set) var workspace: WorkspaceSketch
  /// Before the base commit.
  let prepare: [Step]
  let steps: [Step]
  let run: Invocation
  let expects: Expectation
  /// What the product does not do yet; the scenario must fail until it does.
  let knownIssue: String?

  init(
    _ id: String, in workspace: WorkspaceSketch = .shop, prepare: [Step] = [], _ steps: [Step] = [],
    run: Invocation = Invocation(), selects: String, mayOverselect: Expectation.Excuse? = nil,
    checks: [Check] = [], knownIssue: String? = nil
  ) {
    self.id = id
    self.workspace = workspace
    self.prepare = prepare
    self.steps = steps
    self.run = run
    expects = Expectation(
      required: selects.split(separator: " ").map(String.init), excuse: mayOverselect, checks: checks)
    self.knownIssue = knownIssue
  }

  /// A change of the example app. The name of a bundle may hold a space, so each stands alone. `mayAlso` are modules that need not
  /// be selected.
  static func app(
    _ name: String, prepare: [Step] = [], _ steps: [Step] = [], run: Invocation = Invocation(),
    selects modules: [String], mayAlso excuse: Expectation.Excuse? = nil, checks: [Check] = []
  ) -> Scenario {
    Scenario("33 \(name)", in: .app, prepare: prepare, steps, run: run) {
      Expectation(required: modules, excuse: excuse, checks: checks)
    }
  }

  private init(
    _ id: String, in workspace: WorkspaceSketch, prepare: [Step], _ steps: [Step], run: Invocation,
    expects: () -> Expectation
  ) {
    self.id = id
    self.workspace = workspace
    self.prepare = prepare
    self.steps = steps
    self.run = run
    self.expects = expects()
    knownIssue = nil
  }

  /// One that ends without a verdict: exit code 2, an error of that code whose hints hold `hint`.
  init(
    _ id: String, in workspace: WorkspaceSketch = .shop, prepare: [Step] = [], _ steps: [Step] = [],
    run: Invocation = Invocation(), fails code: String, naming words: String = "", hint: String? = nil,
    knownIssue: String? = nil
  ) {
    self.id = id
    self.workspace = workspace
    self.prepare = prepare
    self.steps = steps
    self.run = run
    expects = Expectation(required: nil, excuse: nil, checks: [.error(code, naming: words, hint: hint)])
    self.knownIssue = knownIssue
  }

  var testDescription: String { id }

  func copy(in workspace: WorkspaceSketch) -> Scenario {
    var copy = self
    copy.workspace = workspace
    return copy
  }

  /// All manifests that the scenario will ever evaluate.
  var manifests: Set<String> {
    var state = SketchState(workspace)
    var found = Set(state.manifests)
    for step in prepare + steps {
      _ = state.play(step)
      found.formUnion(state.manifests)
    }
    return found
  }

  /// The number of its behaviour case: `19`, `17a`.
  var number: String { id.split(separator: " ").first.map(String.init) ?? "" }
}

/// How Ambit is called.
struct Invocation: Sendable {
  var command = ["affected", "--json"]
  var arguments: [String] = []
  /// A value may hold `$(...)`, as arguments may: it stands for what a command prints.
  var environment: [String: String] = [:]
  /// Relative to the workspace; `$(...)` works here too.
  var folder = ""
  var input = ""

  init(_ arguments: String..., environment: [String: String] = [:], folder: String = "", input: String = "") {
    self.arguments = arguments
    self.environment = environment
    self.folder = folder
    self.input = input
  }

  /// Another command than `affected --json`.
  static func command(_ words: String...) -> Invocation {
    var invocation = Invocation()
    invocation.command = words
    return invocation
  }
}
