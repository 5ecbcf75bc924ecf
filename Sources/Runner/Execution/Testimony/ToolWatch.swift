import Platform

/// Watches the programs that a build runs. What SwiftPM and the compilers read themselves they say of their own accord.
struct ToolWatch {
  private let manners: ProcessObserver.Manners

  /// Programs of the toolchain that are no tools of a plugin's. Whatever else is run may be one.
  private static func isCompiler(_ name: String) -> Bool {
    let names: Set = [
      "swift-build", "swift-package", "swift-frontend", "swift-driver", "swift-autolink-extract",
      "swift-plugin-server",
      "llvm-ar", "lld", "ld.gold",
    ]
    let isVersion = { (text: Substring) in text.first == "-" && text.dropFirst().allSatisfy(\.isNumber) }
    return names.contains(name) || name == "clang"
      || (name.hasPrefix("clang") && isVersion(name.dropFirst(5)))
  }

  /// `swift` is the driver in use, `scratch` where is built: macros are run by compilers, from there.
  init(swift: String, scratch: String) {
    let tools = LocalFiles.folder(of: LocalFiles.resolved(swift) ?? swift)
    manners = ProcessObserver.Manners(
      quiet: LocalFiles.names(in: tools).filter(Self.isCompiler).map { "\(tools)/\($0)" },
      heard: ["\(LocalFiles.resolved(scratch) ?? scratch)/"])
  }

  func observer() -> ProcessObserver { ProcessObserver(manners) }
}
