import Platform

/// The compiler proper, which the driver starts: for a small module starting the driver as well is a third of the work.
package struct SwiftFrontend: Sendable, Hashable {
  package let executable: String
  /// Reads a compiled module for its symbol graph; nil where there is no such program.
  package let extractor: String?
  /// Where the macros of the toolchain's own libraries are found: what the driver would say.
  package let pluginFlags: [String]

  /// Of the toolchain that `compiler`, its `swiftc`, belongs to. A driver hands on what begins with `-frontend`.
  package init(beside compiler: String) {
    let bin = LocalFiles.folder(of: compiler)
    let proper = "\(bin)/swift-frontend"
    executable = Executables.isExecutable(proper) ? proper : compiler
    let extractor = "\(bin)/swift-symbolgraph-extract"
    self.extractor = Executables.isExecutable(extractor) ? extractor : nil
    let usr = LocalFiles.folder(of: bin)
    let host = "\(usr)/lib/swift/host"
    let server = ["so", "dylib"].map { "\(host)/libSwiftInProcPluginServer.\($0)" }.first(
      where: { LocalFiles.exists($0) })
    pluginFlags =
      (server.map { ["-in-process-plugin-server-path", $0] } ?? [])
      + ["\(host)/plugins", "\(host)/plugins/testing", "\(usr)/local/lib/swift/host/plugins"].flatMap {
        ["-plugin-path", $0]
      }
  }
}
