/// The commits of the workspace, oldest first: each layer by its team, then small edits on main, and
/// a branch.
struct ExampleHistory {
  struct Commit {
    var branch: String
    var author: String
    var message: String
    var files: [ExampleFile]
  }

  private(set) var commits: [Commit] = []
  private var tip: [String: ExampleFile] = [:]

  init(files: [ExampleFile]) {
    let edited = Set(ExampleEdit.onMain.map(\.path) + [ExampleEdit.onBranch.path])
    for file in files where edited.contains(file.path) { tip[file.path] = file }
    addLayers(files)
    for edit in ExampleEdit.onMain {
      if let file = tip[edit.path] {
        commits.append(Commit(branch: "main", author: edit.author, message: edit.message, files: [file]))
      }
    }
    let edit = ExampleEdit.onBranch
    if let file = tip[edit.path] {
      commits.append(
        Commit(
          branch: "feature/checkout", author: edit.author, message: edit.message, files: [edit.after(file)]))
    }
  }

  private mutating func addLayers(_ files: [ExampleFile]) {
    let before = Dictionary(uniqueKeysWithValues: ExampleEdit.onMain.map { ($0.path, $0) })
    var layers: [String: [ExampleFile]] = [:]
    for file in files {
      let folder = String(file.path.prefix { $0 != "/" })
      let layer = ExamplePackage.Layer(rawValue: folder) == nil ? "" : folder
      layers[layer, default: []].append(before[file.path]?.before(file) ?? file)
    }
    let steps = [
      ("", "Robin", "Set up the workspace"), ("Vendor", "Robin", "Add copies of open-source packages"),
      ("Packages", "Kim", "Add the core packages"), ("Contracts", "Sam", "Add the contracts"),
      ("Features", "Alex", "Add the features"), ("Apps", "Noor", "Add the apps"),
    ]
    for (layer, author, message) in steps {
      commits.append(Commit(branch: "main", author: author, message: message, files: layers[layer] ?? []))
    }
  }
}
