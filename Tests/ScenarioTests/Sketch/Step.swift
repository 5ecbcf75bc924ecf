import Foundation

/// One thing that happens to a workspace.
enum Step: Sendable {
  case write(String, String)
  /// Adds a line, so that the content differs.
  case edit(String)
  case replace(String, String, with: String)
  case delete(String)
  case move(String, to: String)
  /// Changes the sketch; the files that come out differently are written or removed.
  case change(@Sendable (inout WorkspaceSketch) -> Void)
  /// A shell script in the workspace's folder.
  case run(String)

  /// Commits everything.
  static let commit = Step.run("git add -A && git commit -q --allow-empty -m step")
  static let stage = Step.run("git add -A")

  static func edits(_ paths: String...) -> [Step] { paths.map { .edit($0) } }
}

/// What a workspace's files hold after some steps, as far as that can be told without running a script.
struct SketchState: Sendable {
  private(set) var sketch: WorkspaceSketch
  private(set) var files: [String: String]

  init(_ sketch: WorkspaceSketch) {
    self.sketch = sketch
    files = sketch.allFiles
  }

  /// Plays a step and returns what it does to single files; nil stands for removal.
  mutating func play(_ step: Step) -> [String: String?] {
    let before = files
    switch step {
    case .write(let path, let text): files[path] = text
    case .edit(let path): files[path, default: ""] += "// edited\n"
    case .replace(let path, let old, let new):
      files[path] = files[path, default: ""].replacingOccurrences(of: old, with: new)
    case .delete(let path): files = files.filter { $0.key != path && !$0.key.hasPrefix(path + "/") }
    case .move(let path, let target):
      files[target] = files[path]
      files[path] = nil
    case .change(let edit):
      let old = sketch.allFiles
      edit(&sketch)
      let new = sketch.allFiles
      for (path, text) in new where old[path] != text { files[path] = text }
      for path in old.keys where new[path] == nil { files[path] = nil }
    case .run: break
    }
    var effects: [String: String?] = [:]
    for (path, text) in files where before[path] != text { effects[path] = .some(text) }
    for path in before.keys where files[path] == nil { effects[path] = .some(nil) }
    return effects
  }

  /// The texts of all manifests, in order to evaluate them before anybody waits for them.
  var manifests: [String] {
    files.filter { path, _ in
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return name == "Package.swift" || name.hasPrefix("Package@swift-")
    }.map(\.value)
  }
}
