import Base

/// Git's protection against repositories that another user planted. The checkout must belong to this user, or
/// `safe.directory` must name it in configuration that the repository cannot influence.
///
/// The library has such a check but ignores `safe.directory=*`, which CI containers rely on.
struct OwnershipCheck {
  let user: UInt32
  /// The user who called `sudo`. Root may use that user's files as its own.
  let sudoUser: UInt32?
  let safeFolders: [String]
  let home: String?

  init(environment: [String: String], sources: ConfigurationSources) throws(GitError) {
    user = CurrentProcess.user
    sudoUser = user == 0 ? environment["SUDO_UID"].flatMap { UInt32($0) } : nil
    home = sources.home
    safeFolders = try GitConfiguration(sources: sources).strings("safe.directory")
  }

  /// `paths` are the work tree and the Git folder.
  func check(workingFolder: String, paths: [String]) throws(GitError) {
    guard let foreign = paths.first(where: { !isOwn($0) }) else { return }
    guard !isSafe(workingFolder) else { return }
    throw GitError(
      .dubiousOwnership,
      "the repository '\(workingFolder)' belongs to another user ('\(foreign)' is not yours)",
      place: workingFolder)
  }

  private func isOwn(_ path: String) -> Bool {
    guard let owner = FileFacts(of: Array(path.utf8))?.user else { return false }
    return owner == user || owner == sudoUser
  }

  private func isSafe(_ folder: String) -> Bool {
    var isSafe = false
    for value in safeFolders {
      if value.isEmpty {
        // An empty value resets the list.
        isSafe = false
      } else if value == "*" || matches(value, folder) {
        isSafe = true
      }
    }
    return isSafe
  }

  private func matches(_ value: String, _ folder: String) -> Bool {
    var value = value
    if value.hasPrefix("~/"), let home { value = home + value.dropFirst() }
    if value.hasSuffix("/*") {
      let prefix = value.dropLast(2)
      return folder.hasPrefix((LocalFiles.resolved(String(prefix)) ?? String(prefix)) + "/")
    }
    return folder == value || folder == LocalFiles.resolved(value)
  }
}
