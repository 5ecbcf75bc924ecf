import Foundation
import TestSupport
import Testing

@testable import Base

/// What is told of changes against what changed.
@Suite struct FolderWatchTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Everything that the watch tells until it has nothing more to tell.
  private func told(_ watch: FolderWatch) -> (paths: Set<String>, isAll: Bool) {
    var paths: Set<String> = []
    var isAll = false
    while let change = watch.next(atMost: .milliseconds(paths.isEmpty && !isAll ? 2000 : 20)) {
      switch change {
      case .paths(let changed): paths.formUnion(changed.map { String(decoding: $0, as: UTF8.self) })
      case .something: isAll = true
      }
    }
    return (Set(paths.map { String($0.dropFirst(folder.path.utf8.count + 1)) }), isAll)
  }

  private func watch(_ folder: TemporaryFolder, polling: Bool = false) throws -> any WatchSource {
    let folders = WatchedFolders(root: Array(folder.path.utf8)) {
      $0.suffix(6).elementsEqual("/.build".utf8.suffix(6))
    }
    #if os(Linux)
      if !polling { return try InotifySource(folders) }
    #endif
    return PollingSource(folders)
  }

  @Test func writesRenamesAndDeletionsAreTold() throws {
    try folder.write("1", to: "A/a.swift")
    try folder.write("1", to: "A/.build/x")
    let watch = FolderWatch(Array(folder.path.utf8)) { $0.reversed().starts(with: "/.build".utf8.reversed()) }
    #expect(watch.next(atMost: .zero) == nil)
    try folder.write("2", to: "A/a.swift")
    #expect(told(watch).paths == ["A/a.swift"])
    try FileManager.default.moveItem(atPath: folder.path("A/a.swift"), toPath: folder.path("A/b.swift"))
    #expect(told(watch).paths == ["A/a.swift", "A/b.swift"])
    try FileManager.default.removeItem(atPath: folder.path("A/b.swift"))
    #expect(told(watch).paths == ["A/b.swift"])
    try folder.write("2", to: "A/.build/x")
    #expect(watch.next(atMost: .milliseconds(400)) == nil)
    // What comes in a folder that was not there before, too.
    try folder.write("1", to: "B/C/c.swift")
    #expect(!told(watch).paths.isDisjoint(with: ["B", "B/C", "B/C/c.swift"]))
    try folder.write("2", to: "B/C/c.swift")
    #expect(told(watch).paths == ["B/C/c.swift"])
    // A folder that moves has other paths from then on.
    try FileManager.default.moveItem(atPath: folder.path("B"), toPath: folder.path("D"))
    #expect(told(watch).paths.isSuperset(of: ["B", "D"]) || watch.obstacle != nil)
    try folder.write("3", to: "D/C/c.swift")
    #expect(told(watch).paths == ["D/C/c.swift"])
  }

  @Test func aFolderThatIsMovedAwayIsToldAndWasThere() throws {
    try folder.write("1", to: "A/B/c.swift")
    let other = try TemporaryFolder()
    let watch = FolderWatch(Array(folder.path.utf8)) { _ in false }
    try FileManager.default.moveItem(atPath: folder.path("A/B"), toPath: other.path("B"))
    let told = told(watch).paths
    #expect(!told.isDisjoint(with: ["A/B", "A/B/c.swift"]))
    #expect(told.contains { watch.existedAtFirst(Array(folder.path($0).utf8)) })
  }

  /// Folders in folders come faster than they can be watched: none is overlooked.
  @Test func treesThatComeWhileItListensAreWatchedWhole() throws {
    let watch = FolderWatch(Array(folder.path.utf8)) { _ in false }
    let (isMade, root) = (Guarded(false), folder.path)
    let depth = 12
    _ = Threads.start {
      for tree in 0..<40 {
        let path = "\(root)/T\(tree)/" + (0..<depth).map { "d\($0)" }.joined(separator: "/")
        _ = LocalFiles.makeFolders(path, mode: 0o755)
      }
      isMade.with { $0 = true }
    }
    while !isMade.look({ $0 }) { _ = watch.next(atMost: .milliseconds(1)) }
    while watch.next(atMost: .milliseconds(50)) != nil {}
    #expect(watch.count == 1 + 40 * (depth + 1))
  }

  @Test func namesThatAreNoTextAreSeenByLookingToo() throws {
    let source = try watch(folder, polling: true)
    let path = Array(folder.path.utf8) + [UInt8(ascii: "/"), 0xFF, 0xFE]
    try ByteFiles.write([1], toNew: path, permissions: 0o644)
    #expect(source.next(atMost: .seconds(5)) == .paths([path]))
  }

  /// Contents by path, as they lie on the disk.
  private func contents() -> [String: String] {
    var found: [String: String] = [:]
    for case let name as String in FileManager.default.enumerator(atPath: folder.path) ?? .init() {
      if let text = try? String(contentsOfFile: folder.path(name), encoding: .utf8) { found[name] = text }
    }
    return found
  }

  /// After each of many bursts, whatever differs from before was told: the path, or a folder above it.
  @Test(arguments: [false, true]) func nothingThatDiffersIsMissed(polling: Bool) throws {
    var random = SystemRandomNumberGenerator()
    try folder.write("0", to: "A/B/f0")
    let source = try watch(folder, polling: polling)
    let names = ["A", "B", "C"]
    var number = 0
    for _ in 0..<(polling ? 6 : 60) {
      let before = contents()
      for _ in 0..<Int.random(in: 1...25, using: &random) {
        let place = (0..<Int.random(in: 0...3, using: &random)).map { _ in
          names.randomElement(using: &random) ?? "A"
        }
        let file = (place + ["f\(Int.random(in: 0...3, using: &random))"]).joined(separator: "/")
        number += 1
        switch Int.random(in: 0...5, using: &random) {
        case 0, 1, 2: try? folder.write(String(number), to: file)
        case 3: try? FileManager.default.removeItem(atPath: folder.path(file))
        case 4 where !place.isEmpty:
          let other = names.randomElement(using: &random) ?? "A"
          rename(folder.path(place.joined(separator: "/")), folder.path("\(other)/\(names[number % 3])"))
        default:
          if !place.isEmpty {
            try? FileManager.default.removeItem(atPath: folder.path(place.joined(separator: "/")))
          }
        }
      }
      let after = contents()
      var told: Set<String> = []
      var isAll = false
      let differing = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
      // Nothing is awaited where nothing differs, and no longer than until all of it was told.
      func isTold(_ path: String) -> Bool {
        isAll || told.contains { path == $0 || path.hasPrefix("\($0)/") || $0.isEmpty }
      }
      let deadline = ContinuousClock.now + .seconds(20)
      while !differing.allSatisfy(isTold), ContinuousClock.now < deadline {
        switch source.next(atMost: .milliseconds(500)) {
        case .something: isAll = true
        case .paths(let paths):
          told.formUnion(
            paths.map { String(decoding: $0.dropFirst(folder.path.utf8.count + 1), as: UTF8.self) })
        case nil: break
        }
      }
      #expect(differing.filter { !isTold($0) } == [])
    }
  }

  /// More than the kernel keeps for those who do not listen.
  @Test func tooMuchToTellIsSomething() throws {
    #if os(Linux)
      let limit = try #require(
        Int(String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8).dropLast()))
      try folder.write("", to: "a")
      try folder.write("", to: "b")
      let watch = FolderWatch(Array(folder.path.utf8)) { _ in false }
      for _ in 0..<(limit / 2 + 100) {
        // Two names in turn: the same event twice in a row is kept once.
        chmod(folder.path("a"), 0o644)
        chmod(folder.path("b"), 0o644)
      }
      try folder.write("1", to: "New/late")
      #expect(told(watch).isAll)
      try folder.write("2", to: "New/late")
      #expect(told(watch).paths.contains("New/late"))
    #endif
  }
}
