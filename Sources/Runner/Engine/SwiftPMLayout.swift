import Base

/// What SwiftPM, its engines and XCTest call things on one platform, and where they put them.
///
/// A value, so that what is said of macOS can be tested elsewhere against what was recorded there: docs/hosts.md says where
/// each form is known from.
package enum SwiftPMLayout: String, Sendable, Equatable, Codable {
  case linux
  case macOS

  /// Of the machine that builds. SwiftPM treats every other system that is not Apple's like Linux.
  package static var ofThisHost: SwiftPMLayout { HostPlatform.name == "macos" ? .macOS : .linux }

  /// Whether test products are started by `swift test` alone: on macOS they are bundles, which take a program from Xcode and
  /// a search path of its own to load.
  var needsSwiftTest: Bool { self == .macOS }

  /// Where in `Shop.xctest`, beside the other products, the machine code lies.
  func testBinary(_ product: String) -> String {
    switch self {
    case .linux: "\(product).xctest"
    case .macOS: "\(product).xctest/Contents/MacOS/\(product)"
    }
  }

  /// Ends the names of the folders that resources are copied to.
  var resourceEnding: String {
    switch self {
    case .linux: ".resources"
    case .macOS: ".bundle"
    }
  }

  /// Where Swift Build puts what it makes for a configuration: as `Debug-linux`, or `Debug` for the platform that Xcode is
  /// made for.
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
  /// A name of SwiftPM's plan with the platform as the folder of products has it: `Core-arm64-apple-macosx-debug.module` for
  /// `Core-arm64-apple-macosx15.0-debug.module`. Nobody else knows the version, which is that of the toolchain's target.
  func planned(_ name: String, for platform: Substring) -> String {
    guard self == .macOS, let mark = name.utf8.firstRange(of: "-\(platform)".utf8) else { return name }
    let version = name[mark.upperBound...].prefix { $0.isASCII && $0.isNumber || $0 == "." }
    return String(name[..<mark.upperBound]) + name[version.endIndex...]
  }
}

// MARK: XCTest

extension SwiftPMLayout {
  /// How XCTest prints a case that is listed as `Class/test` of a module, as a key for finding it: what is of
  /// Objective-C alone is taken away, on both sides.
  func printedName(of listed: Substring, in module: String) -> Substring {
    switch self {
    case .linux: Substring(listed.replacing("/", with: "."))
    case .macOS: Self.plain("-[\(module).\(listed.replacing("/", with: " "))]")
    }
  }

  /// The key for what stands between the quotation marks of `Test Case '...' passed`, or before the message of a failure.
  func key(of printed: Substring) -> Substring {
    switch self {
    case .linux: printed
    case .macOS: Self.plain(printed)
    }
  }

  /// How the line goes on that says that a case begins.
  var startMark: String {
    switch self {
    case .linux: "started at "
    case .macOS: "started."
    }
  }

  /// What Objective-C calls a method that throws, or is asynchronous, has more words than the method, and XCTest does not
  /// always leave them out.
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
  /// Where programs are looked for that builds and tests start. Homebrew's folder is where `pkg-config` is on a Mac.
  func searchPath(toolchainBin: String) -> String {
    switch self {
    case .linux: "\(toolchainBin):/usr/local/bin:/usr/bin:/bin"
    case .macOS: "\(toolchainBin):/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
    }
  }

  /// The variables by which a Mac chooses among the toolchains that it has. What they choose is in the keys.
  var toolchainVariables: Set<String> {
    switch self {
    case .linux: []
    case .macOS: ["DEVELOPER_DIR", "TOOLCHAINS"]
    }
  }

  /// The folders in which SwiftPM may keep the lock on a scratch folder. On macOS it asks the system for the user's
  /// temporary folder unless a variable names one, and which of the two differs between its versions.
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
