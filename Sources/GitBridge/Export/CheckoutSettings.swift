import CGit2

/// The settings of a repository's configuration that decide how blobs become files.
struct CheckoutSettings {
  private static let keys = ["core.autocrlf", "core.eol", "core.attributesfile", "lfs.storage"]

  private let values: [String: String]
  /// The attributes of the clone, which belong to no commit.
  private let ownAttributes: [UInt8]
  private let commonFolder: String

  init(_ repository: Repository) throws(GitError) {
    commonFolder = repository.commonFolder
    ownAttributes =
      Disk.contents(of: Array("\(repository.commonFolder)info/attributes".utf8), followingLinks: true) ?? []
    values = try repository.handle.withRepository { repository throws(GitError) in
      var configuration: OpaquePointer?
      try LibGit2.check(
        git_repository_config_snapshot(&configuration, repository), .unreadable,
        "cannot read the configuration")
      defer { git_config_free(configuration) }
      var found: [String: String] = [:]
      for key in Self.keys {
        var entry: UnsafeMutablePointer<git_config_entry>?
        guard git_config_get_entry(&entry, configuration, key) == 0, let entry else { continue }
        defer { git_config_entry_free(entry) }
        // A name without a value is true.
        found[key] = entry.pointee.value.map { String(cString: $0) } ?? "true"
      }
      return found
    }
  }

  /// True when only a commit's own attributes can ask for a conversion.
  var isPlain: Bool {
    var value: Int32 = 0
    let converts = values["core.autocrlf"].map { git_config_parse_bool(&value, $0) != 0 || value != 0 }
    return converts != true && values["core.attributesfile"] == nil && ownAttributes.isEmpty
  }

  /// The folder in which Git LFS keeps fetched files.
  var largeFileFolder: String {
    values["lfs.storage"].map { Disk.absolute($0, in: commonFolder) } ?? commonFolder + "lfs"
  }

  var fingerprint: [UInt8] {
    var text = Self.keys.map { "\($0)=\(values[$0] ?? "")\n" }.joined()
    for name in [values["core.attributesfile"]].compactMap(\.self) {
      text +=
        Disk.contents(of: Array(name.utf8), followingLinks: true).map { String(decoding: $0, as: UTF8.self) }
        ?? ""
    }
    return Array(text.utf8) + ownAttributes
  }
}
