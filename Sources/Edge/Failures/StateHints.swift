import BuildState

/// The next step for each way in which a build state is not saved or not restored. Nothing is lost by any of them but
/// time.
enum StateHints {
  static func hints(for error: StateError) -> [String] {
    switch error.code {
    case .damaged:
      ["nothing needs to be done: the build starts from nothing, and its state replaces this one"]
    case .refused: ["the build starts from nothing; the state of its next pass is another one"]
    case .fromTheFuture: ["set the clock of this machine, or of the one that saved the state"]
    case .inputChanged: ["leave files alone while a build runs, or run it again"]
    case .occupied: ["`ambit cache state restore --force` replaces it"]
    case .diskFull: ["free some space; `ambit cache prune` makes the cache smaller"]
    case .unreadable, .unwritable: ["check the permissions of the folder"]
    }
  }
}
