import TestSupport
import Testing

@testable import Base
@testable import Store

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("Which files are compressed together")
struct BundleCutTests {
  private static let debug = "x86_64-unknown-linux-gnu/debug"
  private static let mebibyte = 1 << 20

  private static func file(_ path: String, _ size: Int) -> ScratchFile {
    var info = stat()
    info.st_mode = S_IFREG
    info.st_size = off_t(size)
    return ScratchFile(
      path: RelativePath(path), status: FileFacts(info), digest: SHA256.digest(of: path.utf8))
  }

  private static func bundles(_ files: [ScratchFile]) -> [[String]] {
    BundleCut.cut(files).map { $0.map(\.path.description).sorted() }
  }

  @Test("A module's files lie together, apart from those of another that would not fit")
  func modules() {
    let files = ["A", "B"].flatMap { name in
      [
        Self.file("\(Self.debug)/\(name).build/x.o", 3 * Self.mebibyte),
        Self.file("\(Self.debug)/Modules/\(name).swiftmodule", 2 * Self.mebibyte),
      ]
    }
    let bundles = Self.bundles(files + [Self.file("\(Self.debug)/product", 7 * Self.mebibyte)])
    #expect(
      Set(bundles) == [
        ["\(Self.debug)/A.build/x.o", "\(Self.debug)/Modules/A.swiftmodule"],
        ["\(Self.debug)/B.build/x.o", "\(Self.debug)/Modules/B.swiftmodule"], ["\(Self.debug)/product"],
      ])
  }

  @Test("Every file lies in one bundle, which is small unless it is a single file", arguments: 0..<20)
  func sizes(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let folders = [
      "", "A.build/", "B.build/deep/", "Modules/", "ModuleCache/X/", "ModuleCache/Y/", "ModuleCache/",
    ]
    let files = (0..<200).map { index in
      let folder = folders.randomElement(using: &random) ?? ""
      let path = chance(&random) ? "top\(index)" : "\(Self.debug)/\(folder)f\(index).o"
      return Self.file(
        path, Int.random(in: 1..<(3 * Self.mebibyte), using: &random) * (index % 50 == 0 ? 10 : 1))
    }
    let bundles = BundleCut.cut(files)
    #expect(bundles.flatMap { $0 }.map(\.path).sorted() == files.map(\.path).sorted())
    for bundle in bundles {
      #expect(bundle.count == 1 || bundle.reduce(0) { $0 + $1.status.size } <= 8 * Self.mebibyte)
    }
  }

  private func chance(_ random: inout SeededGenerator) -> Bool { Int.random(in: 0..<4, using: &random) == 0 }
}
