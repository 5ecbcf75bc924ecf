import Base

/// SwiftPM builds the tools of plugins twice, once while it plans and once with everything else, and remembers what it
/// did in a database for each. Both write the same files, so that each finds the other's output changed: in every
/// build tools are linked twice, run again, and what they generate is compiled again. With one database for both, the
/// second finds done what the first did.
///
/// The two must not be open at once. They are not when SwiftPM plans before it opens its own, which it does when it
/// is told not to use the plan that it remembers.
enum PluginDatabase {
  private static let main = "build.db"
  private static let own = "plugin-tools.db"
  /// Says that sharing did not do in this folder.
  private static let refusal = "ambit-own-databases"

  /// After a build: a link to what is not there yet would be replaced.
  static func share(in scratch: String) {
    guard LocalFiles.isFile("\(scratch)/\(main)"), LocalFiles.isFile("\(scratch)/\(own)"),
      !isShared(in: scratch), !LocalFiles.exists("\(scratch)/\(refusal)")
    else { return }
    LocalFiles.remove("\(scratch)/\(own)")
    LocalFiles.linkSymbolically("\(scratch)/\(own)", to: main)
  }

  /// Gives up sharing when that may be what `outcome` failed of; returns whether it did.
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
