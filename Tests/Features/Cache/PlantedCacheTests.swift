import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite struct PlantedCacheTests {
  @Test(arguments: ["ambit", "ambit/graphs"]) func aLinkInThePlaceOfTheCacheIsRefused(_ path: String) throws {
    let sandbox = try CommandSandbox()
    let cache = try TemporaryFolder()
    try cache.write("", to: "victim/file")
    if path != "ambit" { try cache.write("", to: "ambit/stamp") }
    try FileManager.default.createSymbolicLink(
      atPath: cache.path(path), withDestinationPath: cache.path("victim"))
    for line in ["affected --all", "test --all --dry-run", "cache stats", "doctor"] {
      let result = sandbox.run(line, environment: ["XDG_CACHE_HOME": cache.path])
      #expect(result.exitCode == 2 && result.errors.contains("symbolic link"), "\(line)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache.path("victim")) == ["file"])
  }
}
