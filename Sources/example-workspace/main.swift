import Base
import ExampleWorkspace

/// The commands to try first.
func suggestions(_ folder: String) -> String {
  """
  try this:
    cd \(folder.shellWord)
    ambit affected --base HEAD~1                 what the last commit reaches
    ambit why //Apps/Shop:ShopTests --base HEAD~1
    ambit test --base HEAD~1                     tests that, and nothing else
    ambit affected --base HEAD~3                 with an edit of Core: nearly everything
    ambit owners --base HEAD~3                   the teams that should know
    ambit affected --base main --head feature/checkout

  """
}

/// The commands to try first, for the example app.
func appSuggestions(_ folder: String) -> String {
  """
  try this:
    cd \(folder.shellWord)
    ambit affected --base HEAD~1                 what the last commit reaches: the UI tests alone
    ambit affected --base HEAD~2                 with an edit of Money: nearly everything
    ambit why "Unit Tests" --base HEAD~2
    ambit affected --base HEAD~2 --format xcodebuild --scheme Shop
    ambit affected --base HEAD~2 --format xctestplan --scheme Shop --plan CI --out /tmp/CI.xctestplan

  """
}

let searchPath = CurrentProcess.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"

do {
  switch try ExampleArguments(parsing: Array(CommandLine.arguments.dropFirst())) {
  case .write(let folder, let options):
    let workspace = try ExampleWorkspace.plan(options)
    try workspace.write(to: folder, searchPath: searchPath)
    let modules = workspace.packages.reduce(0) { $0 + $1.targets.count }
    print(
      "\(workspace.packages.count) packages, \(modules) modules, \(workspace.files().count) files in \(folder)"
    )
    print(suggestions(folder), terminator: "")
  case .writeApp(let folder):
    let app = ExampleApp()
    try app.write(to: folder, searchPath: searchPath)
    print("an app with 2 projects and 8 packages, \(app.files().count) files in \(folder)")
    print(appSuggestions(folder), terminator: "")
  }
} catch {
  var message = "error: \(error.message)\n"
  for hint in error.hints { message += "hint: \(hint)\n" }
  var errors = FileDescriptorWriter(CurrentProcess.errors)
  try? errors.write(message)
  CurrentProcess.exit(2)
}
