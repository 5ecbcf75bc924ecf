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
    name.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }
}
