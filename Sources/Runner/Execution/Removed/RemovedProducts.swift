import Base

/// Products that the workspace no longer has. A test that looks for a program beside itself would find the one of an
/// earlier build.
struct RemovedProducts {
  let scratch: String
  let engine: any EngineForm

  private var record: String { "\(scratch)/ambit-products" }

  /// Deletes products of earlier builds that are not in `kept`, and records `kept`.
  func sweep(kept: Set<String>) throws(Failure) {
    let now = kept.sorted().joined(separator: "\n")
    let text = LocalFiles.read(record).map { String(decoding: $0, as: UTF8.self) }
    guard now != text else { return }
    if let text { remove(Set(text.split(separator: "\n").map(String.init)).subtracting(kept)) }
    guard LocalFiles.replace(record, with: Array(now.utf8)) else { throw .scratchUnwritable(record) }
  }

  /// Deletes executables, libraries, test bundles, resource bundles, and the folders with the lists of their objects.
  private func remove(_ previous: Set<String>) {
    guard !previous.isEmpty else { return }
    for folder in engine.productFolders(in: scratch) {
      for name in LocalFiles.names(in: folder)
      where ProductFile.names(of: name).contains(where: previous.contains) {
        LocalFiles.removeTree("\(folder)/\(name)")
      }
    }
  }
}

/// The files in a product folder.
enum ProductFile {
  private static let endings: Set<Substring> = [
    "product", "xctest", "resources", "bundle", "so", "a", "dylib", "dll", "exe", "lib", "artifactbundle",
  ]

  /// Returns the products to which a file of this name may belong.
  static func names(of file: String) -> [String] {
    let ending = SourceFiles.ending(of: file)
    let stem = endings.contains(ending) ? String(file.dropLast(ending.utf8.count + 1)) : file
    let hosts = ["-tool", "-test-runner"].filter(stem.hasSuffix).map { String(stem.dropLast($0.count)) }
    let library = stem.hasPrefix("lib") ? [String(stem.dropFirst("lib".count))] : []
    return [stem] + hosts + library
  }
}
