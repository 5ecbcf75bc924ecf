import SwiftSources
import Testing

@Suite("Manifests: the tools version line")
struct ToolsVersionLineTests {
  @Test(arguments: [
    ("// swift-tools-version:5.3\nlet", ToolsVersion(5, 3)),
    ("\n\n// swift-tools-version:5.0", ToolsVersion(5, 0)),
    ("// swift-tools-version: 5.4", ToolsVersion(5, 4)),
    ("//swift-tools-version:6.0.1", ToolsVersion(6, 0, 1)),
    (" \t//\tSWIFT-Tools-Version:\t5.9\r\nx", ToolsVersion(5, 9)),
    ("// swift-tools-version:6.2\rx", ToolsVersion(6, 2)),
  ])
  func `plain forms are read`(text: String, version: ToolsVersion) {
    #expect(ToolsVersionLine.parse(Array(text.utf8)) == version)
  }

  @Test(arguments: [
    "", "\n", "import PackageDescription", "// swift-tools-version: 5.3", "//swift-tools-version:5.3",
    "\r\n// swift-tools-version:5.3", "// swift-tools-version:6", "// swift-tools-version:5.9 ",
    "// swift-tools-version:5.9;x", "// swift-tools-version:5.9-dev", "// swift-tool-version:5.9",
    "/* swift-tools-version:5.9", "/// swift-tools-version:5.9", "\u{FEFF}// swift-tools-version:5.9",
    "// swift-tools-version:5..9", "// swift-tools-version:5.9.1.2", "// swift-tools-version:999999999999.0",
  ])
  func `doubtful forms are not`(text: String) {
    #expect(ToolsVersionLine.parse(Array(text.utf8)) == nil)
  }
}
