import Base

/// What is known of the modules of each workspace, kept in the cache in one file for each.
struct WorkspaceMemory<Value: ByteCodable> {
  private let folder: String
  private let form: SealedForm

  init(_ name: String, version: Int) {
    folder = "\(name)-\(version)"
    form = SealedForm("ambit-\(name)", version: version)
  }

  private func path(of root: String, _ cacheFolder: String) -> String {
    "\(cacheFolder)/\(folder)/\(SHA256.digest(of: root.utf8))"
  }

  /// Of the workspace at `root`; nil where nothing is kept or what is kept cannot be read.
  func value(for root: String, cacheFolder: String?) -> Value? {
    cacheFolder.flatMap { form.value(in: LocalFiles.read(path(of: root, $0))) }
  }

  /// What cannot be kept is learned again.
  func keep(_ value: Value, for root: String, cacheFolder: String?) {
    guard let cacheFolder else { return }
    LocalFiles.replace(path(of: root, cacheFolder), with: form.seal(value))
  }
}
