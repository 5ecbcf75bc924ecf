import Base

/// Names and places of SwiftPM, its engines and XCTest on one platform.
///
/// A test on Linux can check the names for macOS, since the platform is a value. `docs/hosts.md` gives the source of
/// each form.
package enum SwiftPMLayout: String, Sendable, Equatable {
  case linux
  case macOS

  /// The layout of this machine. SwiftPM treats every system that is not Apple's like Linux.
  package static var ofThisHost: SwiftPMLayout { HostPlatform.name == "macos" ? .macOS : .linux }

  /// True when only `swift test` can start test products. On macOS they are bundles. Loading one takes a program of
  /// Xcode with its own search path.
  var needsSwiftTest: Bool { self == .macOS }

  /// Returns the path of the machine code of `Shop.xctest`, from the product folder.
  func testBinary(_ product: String) -> String {
    switch self {
    case .linux: "\(product).xctest"
    case .macOS: "\(product).xctest/Contents/MacOS/\(product)"
    }
  }

  /// The ending of the folders to which resources are copied.
  var resourceEnding: String {
    switch self {
    case .linux: ".resources"
    case .macOS: ".bundle"
    }
  }

  /// Returns Swift Build's folder name for a configuration: `Debug-linux`, or `Debug` on Xcode's own platform.
  func swiftBuildPlace(_ configuration: String) -> String {
    let name = configuration.prefix(1).uppercased() + configuration.dropFirst()
    switch self {
    case .linux: return "\(name)-linux"
    case .macOS: return name
    }
  }
}

// MARK: llbuild

extension SwiftPMLayout {
  /// Returns a name of SwiftPM's plan with the product folder's platform. For example
  /// `Core-arm64-apple-macosx15.0-debug.module` becomes `Core-arm64-apple-macosx-debug.module`. Only the toolchain's
  /// target knows the version.
  func planned(_ name: String, for platform: Substring) -> String {
    guard self == .macOS, let mark = name.utf8.firstRange(of: "-\(platform)".utf8) else { return name }
    let version = name[mark.upperBound...].prefix { $0.isASCII && $0.isNumber || $0 == "." }
    return String(name[..<mark.upperBound]) + name[version.endIndex...]
  }
}

// MARK: XCTest

extension SwiftPMLayout {
  /// Returns the key of a case that is listed as `Class/test`. XCTest prints the case in another form. Words that only
  /// Objective-C adds are removed from both forms.
  func printedName(of listed: Substring, in module: String) -> Substring {
    switch self {
    case .linux: Substring(listed.replacing("/", with: "."))
    case .macOS: Self.plain("-[\(module).\(listed.replacing("/", with: " "))]")
    }
  }

  /// Returns the key of a printed name, as in `Test Case '...' passed` or before the message of a failure.
  func key(of printed: Substring) -> Substring {
    switch self {
    case .linux: printed
    case .macOS: Self.plain(printed)
    }
  }

  /// The words after the case's name in the line that says that it begins.
  var startMark: String {
    switch self {
    case .linux: "started at "
    case .macOS: "started."
    }
  }

  /// Objective-C adds words to the names of methods that throw or are asynchronous. XCTest does not always remove them.
  private static func plain(_ name: some StringProtocol) -> Substring {
    var rest = Substring(name)
    let isBracketed = rest.hasSuffix("]")
    if isBracketed { rest = rest.dropLast() }
    if rest.hasSuffix(":") { rest = rest.dropLast() }
    for words in ["AndReturnError", "WithCompletionHandler"] where rest.hasSuffix(words) {
      rest = rest.dropLast(words.count)
    }
    return isBracketed ? rest + "]" : rest
  }
}

// MARK: Surroundings

extension SwiftPMLayout {
  /// Returns the search path of builds and tests. Homebrew's folder holds `pkg-config` on a Mac.
  func searchPath(toolchainBin: String) -> String {
    switch self {
    case .linux: "\(toolchainBin):/usr/local/bin:/usr/bin:/bin"
    case .macOS: "\(toolchainBin):/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
    }
  }

  /// The variables by which a Mac chooses among its toolchains. The keys hold the chosen toolchain.
  var toolchainVariables: Set<String> {
    switch self {
    case .linux: []
    case .macOS: ["DEVELOPER_DIR", "TOOLCHAINS"]
    }
  }

  /// Returns the folders in which SwiftPM may keep the lock on a scratch folder. On macOS that is the folder of
  /// `TMPDIR` or the system's temporary folder, depending on SwiftPM's version.
  func lockFolders(environment: [String: String], systemTemporary: String?) -> [String] {
    let named = environment["TMPDIR"].map { $0.hasSuffix("/") && $0 != "/" ? String($0.dropLast()) : $0 }
    switch self {
    case .linux: return [named ?? "/tmp"]
    case .macOS:
      let both = [named, systemTemporary].compactMap(\.self)
      return both.isEmpty ? ["/tmp"] : both.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
  }
}
