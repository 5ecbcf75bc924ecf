import Base
import Reports

/// A CI file that may run tests.
struct TestCallFile {
  let path: RelativePath
  let form: InitApp.Form
  private let reader: Reader

  private enum Reader {
    case shell, fastlane, scanfile, bitrise
  }

  /// Returns nil for any other file. Paths are relative to the repository's root.
  init?(_ path: RelativePath) {
    guard let (form, reader) = Self.kind(path) else { return nil }
    (self.path, self.form, self.reader) = (path, form, reader)
  }

  private static func kind(_ path: RelativePath) -> (InitApp.Form, Reader)? {
    let text = path.description
    let parts = text.split(separator: "/").map(String.init)
    guard let name = parts.last else { return nil }
    let isYAML = name.hasSuffix(".yml") || name.hasSuffix(".yaml")
    let folders = parts.dropLast()
    switch name {
    case "Fastfile": return (.fastlane, .fastlane)
    case "Scanfile": return (.fastlane, .scanfile)
    case "Makefile", "makefile": return parts.count == 1 ? (.make, .shell) : nil
    case "bitrise.yml": return (.shell, .bitrise)
    case ".gitlab-ci.yml", "azure-pipelines.yml", "codemagic.yml", ".travis.yml", "Jenkinsfile":
      return parts.count == 1 ? (.shell, .shell) : nil
    default: break
    }
    if folders.contains("fastlane"), name.hasSuffix(".rb") { return (.fastlane, .fastlane) }
    if text.hasPrefix(".github/workflows/") || text.hasPrefix(".circleci/"), isYAML {
      return (.shell, .shell)
    }
    if text.hasPrefix(".buildkite/"), isYAML || name.hasSuffix(".sh") { return (.shell, .shell) }
    return folders.last == "ci_scripts" && name.hasSuffix(".sh") ? (.shell, .shell) : nil
  }

  func calls(in bytes: [UInt8]) -> [TestCall] {
    let scanner = TestCallScanner(String(decoding: bytes, as: UTF8.self))
    return switch reader {
    case .shell: scanner.shellCalls
    case .fastlane: scanner.fastlaneCalls(isScanfile: false)
    case .scanfile: scanner.fastlaneCalls(isScanfile: true)
    case .bitrise: scanner.bitriseCalls + scanner.shellCalls
    }
  }
}
