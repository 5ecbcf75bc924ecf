import Base

/// Gives both builds of plugin tools one database.
///
/// SwiftPM builds the tools of plugins twice: while it plans, and with everything else. Each build has its own
/// database, and both write the same files. So each build finds the other's output changed. Tools are linked and run
/// twice in every build, and the sources they generate are compiled again. With one database the second build finds the
/// work of the first.
///
/// The two databases must not be open at once. SwiftPM plans before it opens its own database when it is asked to plan
/// anew.
enum PluginDatabase {
  private static let main = "build.db"
  private static let own = "plugin-tools.db"
  /// The file that says that sharing failed in this folder.
  private static let refusal = "ambit-own-databases"

  /// Call this after a build: SwiftPM would replace a link to a file that does not exist.
  static func share(in scratch: String) {
    guard LocalFiles.isFile("\(scratch)/\(main)"), LocalFiles.isFile("\(scratch)/\(own)"),
      !isShared(in: scratch), !LocalFiles.exists("\(scratch)/\(refusal)")
    else { return }
    LocalFiles.remove("\(scratch)/\(own)")
    LocalFiles.linkSymbolically("\(scratch)/\(own)", to: main)
  }

  /// Ends the sharing when it may be the cause of `outcome`. Returns true when it did.
  static func separate(in scratch: String, after outcome: BuildRun.Outcome) -> Bool {
    guard !outcome.isSuccess, isShared(in: scratch),
      outcome.errors.contains(where: { $0.message.contains("build database") })
    else { return false }
    LocalFiles.remove("\(scratch)/\(own)")
    LocalFiles.write([], to: "\(scratch)/\(refusal)")
    return true
  }

  private static func isShared(in scratch: String) -> Bool { LocalFiles.isLink("\(scratch)/\(own)") }
}
