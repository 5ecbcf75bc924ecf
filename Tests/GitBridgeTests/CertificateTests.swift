import Foundation
import Testing

@testable import GitBridge

/// What libgit2 finds when it looks for the function that reads all certificates.
@Suite struct CertificateTests {
  private typealias Reader = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Int32

  @Test func noneAreRead() throws {
    try LibGit2.start()
    let found = try #require(dlsym(nil, "mbedtls_x509_crt_parse_file"))
    // The library's own says that there is no such file.
    #expect(unsafeBitCast(found, to: Reader.self)(nil, "/nowhere/at/all") == 0)
  }
}
