import Base

/// Copies of resources that the sources no longer have. SwiftPM leaves them in its bundles, where a program would still
/// find them.
struct StrayResources {
  private let suffix: String

  init(_ layout: SwiftPMLayout) { suffix = layout.resourceEnding }

  /// Deletes each file in a bundle that SwiftPM's last plan does not write.
  func sweep(scratch: String, configuration: String) {
    guard let folder = LocalFiles.resolved("\(scratch)/\(configuration)") else { return }
    let bundles = LocalFiles.names(in: folder).filter { $0.hasSuffix(suffix) }
    // The plan of a large build takes megabytes.
    guard !bundles.isEmpty, let plan = LocalFiles.read("\(scratch)/\(configuration).yaml") else { return }
    let outputs = outputs(in: plan, below: folder)
    for bundle in bundles { sweep("\(folder)/\(bundle)", outputs) }
  }

  /// The paths that a plan writes.
  private struct Outputs {
    var paths: Set<String> = []
    /// The folders above the paths.
    var folders: Set<Substring> = []

    mutating func insert(_ path: String) {
      guard paths.insert(path).inserted else { return }
      var folder = path[...]
      while let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")), slash > folder.startIndex {
        folder = folder[..<slash]
        guard folders.insert(folder).inserted else { return }
      }
    }
  }

  private func sweep(_ folder: String, _ outputs: Outputs) {
    for name in LocalFiles.names(in: folder) {
      let path = "\(folder)/\(name)"
      // The plan writes unusual names with escapes, so they cannot be looked up there.
      guard !outputs.paths.contains(path), isPlain(name) else { continue }
      if LocalFiles.isFolder(path), outputs.folders.contains(path[...]) {
        sweep(path, outputs)
      } else {
        LocalFiles.removeTree(path)
      }
    }
  }

  /// Returns the quoted paths of the plan that lie in a bundle of `folder`. A copied folder appears as one path.
  private func outputs(in plan: [UInt8], below folder: String) -> Outputs {
    let start = Array("\(folder)/".utf8)
    var found = Outputs()
    for path in plan.split(separator: UInt8(ascii: "\"")) where path.starts(with: start) {
      let bundle = path.dropFirst(start.count).prefix { $0 != UInt8(ascii: "/") }
      guard bundle.endIndex < path.endIndex, bundle.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
      else {
        continue
      }
      let whole = String(decoding: path, as: UTF8.self)
      found.insert(whole.hasSuffix("/") ? String(whole.dropLast()) : whole)
    }
    return found
  }

  private func isPlain(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }
}

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
