import Platform

/// Watches the programs that a build runs. What SwiftPM and the compilers read themselves they say of their own accord.
struct ToolWatch {
  private let manners: ProcessObserver.Manners

  /// Programs of the toolchain that are no tools of a plugin's. Whatever else is run may be one.
  private static let compilers = [
    "swift-build", "swift-package", "swift-frontend", "swift-driver", "swiftc", "swift-autolink-extract",
    "swift-plugin-server", "clang", "llvm-", "lld", "ld",
  ]

  /// `swift` is the driver in use, `scratch` where is built: macros are run by compilers, from there.
  init(swift: String, scratch: String) {
    let tools = LocalFiles.folder(of: LocalFiles.resolved(swift) ?? swift)
    manners = ProcessObserver.Manners(
      quiet: Self.compilers.map { "\(tools)/\($0)" }, heard: ["\(LocalFiles.resolved(scratch) ?? scratch)/"])
  }

  func observer() -> ProcessObserver { ProcessObserver(manners) }
}
