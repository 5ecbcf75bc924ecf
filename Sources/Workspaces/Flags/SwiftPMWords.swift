/// SwiftPM's arguments, by who gets them.
struct SwiftPMWords {
  /// For compilers and linkers, in order.
  private(set) var handedOn: [String] = []
  /// Files and folders that SwiftPM itself reads.
  private(set) var named: [String] = []
  private(set) var toolsets: [String] = []

  private static let handing: Set = [
    "-Xcc", "-Xcxx", "-Xswiftc", "-Xlinker", "-Xbuild-tools-swiftc", "-Xmanifest",
  ]
  private static let naming: Set = [
    "--sdk", "--toolchain", "--swift-sdks-path", "--pkg-config-path", "--vfs-overlay",
  ]

  var isEmpty: Bool { handedOn.isEmpty && named.isEmpty && toolsets.isEmpty }

  init(_ arguments: [String]) {
    var option: String?
    for argument in arguments {
      if let last = option {
        take(argument, of: last)
        option = nil
      } else if let equals = argument.firstIndex(of: "="), argument.hasPrefix("--") {
        take(String(argument[argument.index(after: equals)...]), of: String(argument[..<equals]))
      } else if Self.handing.contains(argument) || Self.naming.contains(argument) || argument == "--toolset" {
        option = argument
      }
    }
  }

  private mutating func take(_ value: String, of option: String) {
    if Self.handing.contains(option) { handedOn.append(value) }
    if Self.naming.contains(option) { named.append(value) }
    if option == "--toolset" { toolsets.append(value) }
  }
}
