import Testing

@testable import Base

struct HostIdentityTests {
  @Test func `os-release names the system`() {
    let text = "PRETTY_NAME=\"Debian 12\"\nID=debian\nVERSION_ID=\"12\"\nHOME_URL=\"https://a=b\"\n"
    #expect(
      HostIdentity(osRelease: text, libc: "x") == HostIdentity(system: "debian", version: "12", libc: "x"))
    #expect(HostIdentity(osRelease: "", libc: "x") == HostIdentity(system: "linux", version: "", libc: "x"))
  }

  @Test func `this machine has a C library`() {
    #expect(!HostIdentity.ofThisMachine().libc.isEmpty)
  }
}
