import Base
import Foundation
import TestSupport
import Testing

@testable import Runner

@Suite struct DependencyFileTests {
  private static func files(_ text: String) -> [String] {
    DependencyFile.files(in: Array(text.utf8)) { _ in true }.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("dependencies: \\\n  /a.c \\\n  /b.h\n", ["/a.c", "/b.h"]),
    ("/x.o : /a.swift /b.h\n/y.o : /a.swift /c.h\n", ["/a.swift", "/b.h", "/c.h"]),
    ("/x\\ y.o : /a\\ b.swift\n", ["/a b.swift"]),
    ("x: /a\\#b $$c /d\\e\n", ["/a#b", "$c", "/d\\e"]),
    ("x: /a \\\r\n /b\r\n", ["/a", "/b"]),
    ("x:", []), ("", []), (" \\", ["\\"]), ("x : ", []),
  ])
  func namesAreTakenOut(text: String, files: [String]) {
    #expect(Self.files(text) == files)
  }

  @Test func onlyWhatIsWantedIsTakenOut() {
    let found = DependencyFile.files(in: Array("x: /usr/a /b /usr/c /b\n".utf8)) {
      !$0.starts(with: "/usr/".utf8)
    }
    #expect(found == [Array("/b".utf8)])
  }

  /// Whatever the names are, the compilers' own files are understood.
  @Test func compilersAreUnderstood() throws {
    let folder = try TemporaryFolder()
    let names = ["plain.h", "with space.h", "hash#.h", "dollar$.h", "two  spaces.h", "ü.h", "a=b,c;d'e.h"]
    for name in names { try folder.write("#pragma once\n", to: "in/\(name)") }
    try folder.write(names.map { "#include \"\($0)\"\n" }.joined(), to: "in/a b.c")
    let clang = Executables.find(
      "clang", inSearchPath: ProcessInfo.processInfo.environment["PATH"] ?? "")
    let compiler = try #require(clang, "the toolchain's clang is to be on PATH")
    let compiled = try Command(
      executable: compiler,
      arguments: ["-MD", "-MF", folder.path("out.d"), "-c", "a b.c", "-o", folder.path("out.o")],
      environment: [:], workingFolder: folder.path("in")
    ).run()
    #expect(compiled.status.isSuccess, "\(compiled.stderrText)")
    let bytes = try Data(contentsOf: URL(filePath: folder.path("out.d")))
    let found = DependencyFile.files(in: Array(bytes)) { _ in true }.map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(Set(found) == Set(names + ["a b.c"]))
  }
}
