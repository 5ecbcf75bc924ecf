import Foundation
import TestSupport

/// A workspace of three packages whose tests read files wherever they lie, and fail when one of them holds `bad`.
///
/// None of that is declared: what is read are files of the root, fixtures of other packages, folders that are listed, files
/// that are not there, what links lead to, and what a child process reads.
struct ReadingWorkspace {
  /// What the tests of a package look at, as lines of Swift. `root` is the workspace's folder.
  static let looks: [String: [String]] = [
    "One": [
      "read(\"settings.txt\")", "list(\"shared\")", "read(\"Packages/Two/Fixtures/two.txt\")",
      "absent(\"flags/stop\")",
    ],
    "Two": [
      "child(\"shared/child.txt\")", "follow(\"shared/link\")", "size(\"shared/size.txt\")",
      "globbed(\"docs\")",
    ],
    "Three": [
      "read(\"Packages/Three/Tests/ThreeTests/Fixtures/own.txt\")", "read(\"ignored/local.txt\")",
      "chain(\"shared/chain\")", "environment()",
    ],
  ]

  static var files: [String: String] {
    var files = [
      ".gitignore": ".build/\nignored/\n", "settings.txt": "good", "shared/a.txt": "good",
      "shared/child.txt": "good", "shared/size.txt": "good", "shared/target.txt": "good",
      "docs/x/y.md": "good",
      "shared/chain": "shared/a.txt", "ignored/local.txt": "good", ".github/workflows/ci.yml": "on: push",
      "Packages/Two/Fixtures/two.txt": "good", "Packages/Three/Tests/ThreeTests/Fixtures/own.txt": "good",
    ]
    for (name, looks) in looks {
      files["Packages/\(name)/Package.swift"] = manifest(name)
      files["Packages/\(name)/Sources/\(name)/\(name).swift"] = source(name, comment: 0)
      files["Packages/\(name)/Tests/\(name)Tests/Tests.swift"] = test(name, looks)
    }
    return files
  }

  static func source(_ name: String, comment: Int) -> String {
    // At its end, where it moves nothing that the debugger is told of.
    "public func name() -> String { \"\(name)\" }\n// \(comment)\n"
  }

  private static func manifest(_ name: String) -> String {
    let excluded = name == "Three" ? ", exclude: [\"Fixtures\"]" : ""
    return """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "\(name)", targets: [
          .target(name: "\(name)"),
          .testTarget(name: "\(name)Tests", dependencies: ["\(name)"]\(excluded)),
        ])

      """
  }

  private static func test(_ name: String, _ looks: [String]) -> String {
    """
    import Foundation
    import Testing
    import \(name)

    private let root = URL(filePath: #filePath).pathComponents.dropLast(5).joined(separator: "/").dropFirst()

    private func judge(_ text: String?) { #expect(text?.contains("bad") != true) }
    private func read(_ path: String) { judge(try? String(contentsOfFile: "\\(root)/\\(path)", encoding: .utf8)) }
    private func list(_ path: String) {
      judge((try? FileManager.default.contentsOfDirectory(atPath: "\\(root)/\\(path)"))?.joined(separator: " "))
    }
    private func absent(_ path: String) { #expect(!FileManager.default.fileExists(atPath: "\\(root)/\\(path)")) }
    private func follow(_ path: String) {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\\(root)/\\(path)")
      judge(target)
      read(path)
    }
    private func size(_ path: String) {
      let size = (try? FileManager.default.attributesOfItem(atPath: "\\(root)/\\(path)"))?[.size] as? Int
      #expect(size != 3)
    }
    private func globbed(_ path: String) {
      for file in FileManager.default.enumerator(atPath: "\\(root)/\\(path)") ?? .init() { read("\\(path)/\\(file)") }
    }
    private func chain(_ path: String) {
      guard let next = try? String(contentsOfFile: "\\(root)/\\(path)", encoding: .utf8) else { return }
      read(next)
    }
    private func child(_ path: String) {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/cat")
      process.arguments = ["\\(root)/\\(path)"]
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try? process.run()
      judge(String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
      process.waitUntilExit()
    }
    private func environment() { judge(ProcessInfo.processInfo.environment["READING"]) }

    @Test func looks() {
      #expect(name() == "\(name)")
      \(looks.joined(separator: "\n  "))
    }

    """
  }
}

/// An edit of what tests read, and sometimes of what they are made of.
enum ReadingEdit: CaseIterable {
  case root, fixture, own, ignored, listed, flag, link, child, size, glob, chain, comment, unread
  /// All that tests read is as it was at first.
  case repair

  /// The file that it writes, and the text; nil removes it.
  func change(_ number: Int, _ random: inout SeededGenerator) -> (path: String, text: String?) {
    let isBad = Int.random(in: 0..<4, using: &random) == 0
    let text = isBad ? "bad \(number)" : "good \(number)"
    switch self {
    case .root: return ("settings.txt", text)
    case .fixture: return ("Packages/Two/Fixtures/two.txt", text)
    case .own: return ("Packages/Three/Tests/ThreeTests/Fixtures/own.txt", text)
    case .ignored: return ("ignored/local.txt", text)
    case .listed: return ("shared/bad\(number % 2).txt", isBad ? "x" : nil)
    case .flag: return ("flags/stop", isBad ? "x" : nil)
    case .link: return ("shared/link", isBad ? "->bad.txt" : number % 2 == 0 ? "->target.txt" : "->a.txt")
    case .child: return ("shared/child.txt", text)
    case .size: return ("shared/size.txt", isBad ? "123" : "12345")
    case .glob: return ("docs/x/n\(number % 3).md", number % 4 == 0 ? nil : text)
    case .chain: return ("shared/chain", isBad ? "docs/x/n1.md" : "shared/a.txt")
    case .comment:
      let name = ["One", "Two", "Three"].randomElement(using: &random) ?? "One"
      return (
        "Packages/\(name)/Sources/\(name)/\(name).swift", ReadingWorkspace.source(name, comment: number)
      )
    case .unread: return (".github/workflows/ci.yml", "on: push # \(number)")
    case .repair: return ("shared/a.txt", "good")
    }
  }
}
