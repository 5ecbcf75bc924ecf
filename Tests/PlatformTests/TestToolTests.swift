import Base
import TestSupport
import Testing

/// A missing tool fails the tests that need it where nobody looks.
struct TestToolTests {
  @Test func aMissingToolIsExpectedOnCIAlone() {
    #expect(!TestTool("/nowhere/tool", environment: [:]).isExpected)
    #expect(TestTool("/nowhere/tool", environment: ["CI": "true"]).isExpected == HostPlatform.isLinux)
    #expect(TestTool("/nowhere/tool", environment: ["CI": "true"]).path == nil)
    let shell = TestTool("/nowhere/sh", "/bin/sh", environment: [:])
    #expect(shell.path == "/bin/sh" && shell.isExpected)
  }
}
