/// Builds that fail because of what surrounds a package, before any of its sources is judged: a dependency that is not there,
/// or a name that SwiftPM cannot match. Such a failure is no verdict on the package, and none on the others.
enum BuildObstacle {
  /// Why a build that failed says nothing about sources; nil when it failed for another reason. One compiler error in the
  /// output is enough for that.
  static func reason(in output: String) -> RunError? {
    let errors = BuildDiagnostic.errors(in: output)
    guard errors.allSatisfy({ $0.file == nil }) else { return nil }
    return errors.lazy.compactMap { isUnresolved($0.message) ? unresolved($0.message) : nil }.first
  }

  private static func unresolved(_ message: String) -> RunError {
    let message = message.hasSuffix(".") ? String(message.dropLast()) : message
    return RunError(
      code: "unresolved-dependency",
      "SwiftPM cannot resolve its dependencies: \(message); add what is missing, or correct the package's manifest"
    )
  }

  /// SwiftPM's words when it cannot make a package graph.
  private static func isUnresolved(_ message: String) -> Bool {
    (message.hasPrefix("the package ") && message.contains(" cannot be accessed"))
      || (message.contains(": unknown package '") && message.contains(" in dependencies of target "))
      || (message.contains("' required by package '") && message.contains(" not found"))
      || message.hasPrefix("Dependencies could not be resolved")
      || message.hasPrefix("exhausted attempts to resolve the dependencies graph")
  }
}
