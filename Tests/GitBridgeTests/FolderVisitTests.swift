import Base
import TestSupport
import Testing

@testable import GitBridge

@Suite struct FolderVisitTests {
  /// Some file systems list names without kinds.
  @Test func aTrackedFileThatIsAFolderNowIsVisited() throws {
    let scene = try Scene()
    try scene.remove("a.txt")
    try scene.write("x", "a.txt/new.txt")
    let repository = try scene.open()
    let index = try repository.readIndex()
    let scanner = WorkingTreeScanner(
      root: Array(repository.workingFolder.utf8), index: index, settings: repository.location.settings,
      handle: repository.handle, commonFolder: repository.commonFolder)
    let ignores = IgnoreScope(IgnoreRules([], ignoresCase: false), prefix: 0, outer: nil)
    var visit = FolderVisit(
      scanner: scanner,
      task: .init(path: [], range: index.entries.indices, ignores: ignores, isIgnored: false))
    var findings = ScanFindings()
    let folder = try FolderReader(scanner.root)
    // The system's lists end each name with a NUL.
    Array("a.txt\0".utf8).withUnsafeBufferPointer { name in
      visit.meet(UnsafeBufferPointer(rebasing: name.dropLast()), kind: nil, in: folder, &findings)
    }
    #expect(visit.finish(&findings).map { String(decoding: $0.path, as: UTF8.self) } == ["a.txt/"])
    #expect(findings.present.isEmpty && findings.untracked.isEmpty)
  }
}
