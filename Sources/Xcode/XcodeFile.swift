package import Base

/// The kinds of files that describe Xcode targets. A changed file selects only the targets that it now describes in
/// another way.
package enum XcodeFile: Sendable, Hashable, CaseIterable {
  case project, workspace, scheme, plan, settings, fileList
  /// The `Package.resolved` of a project or workspace.
  case pins
  /// The description of a pod. `Pods.xcodeproj`, which usually is not in Git, then has the files around it.
  case podspec

  package init?(_ path: RelativePath) {
    guard let file = Self.named(path.lastComponent), file != .pins || Self.isInContainer(path) else {
      return nil
    }
    self = file
  }

  /// True for the files that list folders and projects.
  package static func describesContainer(_ name: ArraySlice<UInt8>) -> Bool {
    named(name).map { [.project, .workspace].contains($0) } ?? false
  }

  package static func isProject(_ name: ArraySlice<UInt8>) -> Bool { named(name) == .project }

  /// True for names that such files have. For a `Package.resolved` the folder decides, which `init` checks.
  package static func mayBe(_ name: ArraySlice<UInt8>) -> Bool { named(name) != nil }

  private static func named(_ name: ArraySlice<UInt8>) -> XcodeFile? {
    // Most files of a repository end here, which keeps the scan fast.
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), let first = name[(dot + 1)...].first,
      initials.contains(first)
    else { return nil }
    if XcodeProject.Form.allCases.contains(where: { name.elementsEqual($0.rawValue.utf8) }) {
      return .project
    }
    if name.elementsEqual("contents.xcworkspacedata".utf8) { return .workspace }
    if name.elementsEqual("Package.resolved".utf8) { return .pins }
    return extensions.first { name.hasSuffix($0.ending) }?.file
  }

  /// First letters of the extensions `xc...`, `pbxproj` and `resolved`.
  private static let initials = Array("xpr".utf8)

  private static let extensions: [(ending: String, file: XcodeFile)] = [
    (".xcscheme", .scheme), (".xctestplan", .plan), (".xcconfig", .settings), (".xcfilelist", .fileList),
    (".podspec", .podspec),
  ]

  /// Packages have a lockfile of the same name in their own folder.
  private static func isInContainer(_ path: RelativePath) -> Bool {
    path.parent.bytes[...].hasSuffix("xcshareddata/swiftpm")
  }
}

extension RelativePath {
  /// True for a folder that is a project by its name: `App/Shop.xcodeproj`.
  package var isXcodeProject: Bool { lastComponent.hasSuffix(".xcodeproj") }

  /// True for a folder that is a project or a workspace by its name.
  package var isXcodeContainer: Bool { isXcodeProject || lastComponent.hasSuffix(".xcworkspace") }
}

/// An error in an Xcode file, or a part of it that is not understood.
package struct XcodeProblem: Error, Sendable, Hashable, CustomStringConvertible {
  package let file: RelativePath
  /// The line; nil when the error has no place, as with an unexpected end.
  package let line: Int?
  /// A sentence without a period: `a value is expected after "path ="`.
  package let message: String

  package init(_ message: String, in file: RelativePath, line: Int? = nil) {
    self.file = file
    self.line = line
    self.message = message
  }

  package var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(message)" }
}

extension XcodeProblem {
  /// Makes the problem for a damaged file. An unresolved Git conflict is reported instead of the damage that it causes.
  init(damage message: String, line: Int, of bytes: [UInt8], in file: RelativePath) {
    if let conflict = Self.conflict(in: bytes) {
      self.init("the file has an unresolved Git conflict", in: file, line: conflict)
    } else {
      self.init(message, in: file, line: line)
    }
  }

  /// Returns the line of the first marker: `<<<<<<< HEAD`, `||||||| base`, `=======` or `>>>>>>> main`.
  private static func conflict(in bytes: [UInt8]) -> Int? {
    var (start, number) = (0, 1)
    while start < bytes.count {
      let line = bytes[start...].prefix { $0 != 0x0A }
      if let first = line.first, "<|=>".utf8.contains(first), line.count >= 7,
        line.prefix(7).allSatisfy({ $0 == first }), line.dropFirst(7).first.map({ $0 <= 0x20 }) ?? true
      {
        return number
      }
      start = line.endIndex + 1
      number += 1
    }
    return nil
  }
}
