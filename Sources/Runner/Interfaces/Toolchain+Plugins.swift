package import Manifests
import Platform

extension Toolchain {
  /// Where the compiler finds the macros that come with it, those of Foundation, Observation and Testing: its driver says so, and
  /// it is called without.
  package var pluginFlags: [String] {
    let library = LocalFiles.folder(of: LocalFiles.folder(of: swiftCompiler)) + "/lib/swift/host"
    let server = ["so", "dylib"].map { "\(library)/libSwiftInProcPluginServer.\($0)" }.first(
      where: LocalFiles.isFile)
    let folders = ["\(library)/plugins", "\(library)/plugins/testing"].filter(LocalFiles.isFolder)
    return (server.map { ["-in-process-plugin-server-path", $0] } ?? [])
      + folders.flatMap { ["-plugin-path", $0] }
  }
}
