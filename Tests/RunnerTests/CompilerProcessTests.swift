import TestSupport
import Testing

@testable import Runner

/// Which module a process below a build works on.
@Suite struct CompilerProcessTests {
  @Test(
    arguments: [
      (
        "/t/swift-frontend -frontend -c -primary-file /w/A.swift -module-name Core -o /s/Core.build/A.swift.o",
        "Core"
      ),
      ("/t/swift-frontend -frontend -emit-module /w/A.swift -module-name CoreTests", "CoreTests"),
      ("/t/swiftc -module-name Core -emit-module -incremental", "Core"),
      ("/t/swift -frontend -c -module-name Core", "Core"),
      ("/t/clang -c /w/c.c -o /s/x86_64-unknown-linux-gnu/debug/CBad.build/sub/c.c.o", "CBad"),
      ("/t/clang -c /w/c.c -o /s/debug/CBad-tool.build/c.c.o", "CBad"),
      ("/t/clang -c /w/c.c -o /s/Shop.build/Debug-linux/my-c.build/Objects-normal/x86_64/c.o", "my_c"),
    ])
  func namesItsModule(line: String, module: String) {
    #expect(CompilerProcess.module(of: line.split(separator: " ").map(String.init)) == module)
  }

  @Test(
    arguments: [
      "", "/t/swift-build --build-tests",
      "/t/clang -fuse-ld=gold @/s/Shop.product/Objects.LinkFileList -o /s/debug/Shop",
      "/usr/bin/ld.gold -o /s/debug/Core.build/x", "/t/swift-frontend -frontend -c -module-name",
      "sh -c true",
      "/t/clang -c /w/c.c -o /elsewhere/c.o", "/t/llvm-ar -module-name Core",
    ])
  func whatIsNoCompilerOrOfNoModuleNamesNone(line: String) {
    #expect(CompilerProcess.module(of: line.split(separator: " ").map(String.init)) == nil)
  }

  @Test func argumentsThatDoNotFitAreReadFromTheirFile() throws {
    let folder = try TemporaryFolder()
    try folder.write("-c\n/w/a b.swift\n-module-name\n\"Core\"\n", to: "list.resp")
    let words = ["/t/swift-frontend", "-frontend", "@\(folder.path("list.resp"))"]
    #expect(CompilerProcess.module(of: words) == "Core")
    #expect(CompilerProcess.module(of: ["/t/swift-frontend", "@\(folder.path("gone"))"]) == nil)
  }
}
