import TestSupport

/// What there may be to push: `main` is on the remote, which has one commit that `main` here lacks; `topic` has two
/// commits of its own.
package struct PushScene {
  /// The id that stands for no commit.
  package static let zero = String(repeating: "0", count: 40)

  package let sandbox: CommandSandbox

  package init() throws {
    sandbox = try CommandSandbox(unlikeOthers: true)
    let git = sandbox.git
    try git.makeRepository("bare")
    try git.git("bare", "config core.bare true")
    try git.git("shop", "remote add origin \(git.path("bare"))")
    try git.git("shop", "push -q origin main")
    try git.git("shop", "checkout -q -b topic")
    for name in ["one", "two"] {
      try sandbox.edit("\(name).md", name)
      try git.commitAll("shop", name)
    }
    try git.git("shop", "push -q origin main:elsewhere")
  }

  package func id(_ revision: String) throws -> String {
    try sandbox.git.git("shop", "rev-parse \(revision)")
  }

  package func run(_ refs: (String, String, String, String)..., remote: String = "origin")
    -> CommandSandbox.Result
  {
    let lines = refs.map { "\($0.0) \($0.1) \($0.2) \($0.3)\n" }
    return sandbox.run(
      "hook run -- \(remote) \(sandbox.git.path("bare"))", input: Array(lines.joined().utf8))
  }
}
