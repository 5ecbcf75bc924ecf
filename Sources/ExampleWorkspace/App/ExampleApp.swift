/// A workspace like those of apps: an Xcode project with extensions and tests, packages beside it, and a second
/// project.
///
/// The value has no options, so it is always the same.
package struct ExampleApp: Sendable, Hashable {
  package init() {}

  /// The project that holds the app.
  package static let project = "App/Shop.xcodeproj"
  package static let player = "Vendor/Player/Player.xcodeproj"

  /// Every file at the tip of main, by its path.
  package func files() -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: (AppFiles.all + AppPackages.files + AppFiles.containers).map {
        ($0.path, $0.contents)
      })
  }

  /// Writes the files and their history into `folder`, which must be missing or empty.
  package func write(to folder: String, searchPath: String) throws(ExampleError) {
    try ExampleRepository(folder: folder, searchPath: searchPath).write(commits)
  }

  /// The commits, oldest first: each author adds a part, and then two edits follow.
  private var commits: [ExampleHistory.Commit] {
    let all = AppFiles.all + AppPackages.files + AppFiles.containers
    func commit(_ author: String, _ message: String, _ files: [ExampleFile]) -> ExampleHistory.Commit {
      ExampleHistory.Commit(branch: "main", author: author, message: message, files: files)
    }
    func files(in folder: String) -> [ExampleFile] {
      all.filter { $0.path.hasPrefix("\(folder)/") }.map { file in
        Self.edits.first { $0.path == file.path }?.before(file) ?? file
      }
    }
    let folders = ["Packages", "Vendor", "App"]
    let rest = all.filter { file in !folders.contains { file.path.hasPrefix("\($0)/") } }
    let edits = Self.edits.compactMap { edit in
      all.first { $0.path == edit.path }.map { commit(edit.author, edit.message, [$0]) }
    }
    return [
      commit("Robin", "Set up the workspace", rest), commit("Kim", "Add the packages", files(in: "Packages")),
      commit("Robin", "Add the player", files(in: "Vendor")), commit("Noor", "Add the app", files(in: "App")),
    ] + edits
  }

  private static let edits = [
    ExampleEdit(
      path: "Packages/Money/Sources/Money/Money.swift", author: "Kim", message: "Round up",
      old: "/ 100", new: "/ 100 + 1"),
    ExampleEdit(
      path: "App/UITests/CheckoutTests.swift", author: "Noor", message: "Wait for the checkout",
      old: "app.launch()", new: "app.launch()\n    _ = app.buttons[\"Pay\"].waitForExistence(timeout: 5)"),
  ]
}
