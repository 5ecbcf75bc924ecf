import ModuleGraph
import Reports
import Support

/// How projects of Xcode that cannot be read are reported: loudly, as packages are.
enum UnreadProjects {
  static func fallback(for projects: [UnknownPackage]) -> Fallback? {
    guard let first = projects.first else { return nil }
    let others = projects.count > 1 ? " and \(projects.count - 1) more" : ""
    return Fallback(
      code: "unreadable-project",
      message:
        "the project \"\(first.folder)\"\(others) cannot be read, so all targets of projects are selected: \(first.reason)",
      hints: ["correct the file; Xcode shows the same error when it opens the project"])
  }
}
