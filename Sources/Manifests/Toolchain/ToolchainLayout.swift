import Platform

/// Where the parts of a toolchain lie.
struct ToolchainLayout {
  let compiler: String
  let swift: String
  let manifestAPIFolder: String

  /// As seen from `usr/bin`. Programs are called by these names, whatever these are links to: a driver goes by its own.
  init(bin: String) {
    compiler = bin + "/swiftc"
    swift = bin + "/swift"
    manifestAPIFolder = LocalFiles.folder(of: bin) + "/lib/swift/pm/ManifestAPI"
  }

  /// As seen from `usr/lib/swift`.
  init(resourceFolder: String) {
    self.init(bin: LocalFiles.folder(of: LocalFiles.folder(of: resourceFolder)) + "/bin")
  }

  var isComplete: Bool {
    LocalFiles.exists(manifestAPIFolder) && Executables.isExecutable(swift)
      && Executables.isExecutable(compiler)
  }

  /// In what `swiftc -print-target-info` says.
  static func resourceFolder(in targetInfo: String) -> String? {
    guard let key = targetInfo.split(separator: "\n").first(where: { $0.contains("\"runtimeResourcePath\"") })
    else { return nil }
    let parts = key.split(separator: "\"")
    return parts.count >= 4 ? String(parts[3]) : nil
  }
}
