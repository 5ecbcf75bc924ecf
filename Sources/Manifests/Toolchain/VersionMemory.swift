import Digests
import Platform

/// Remembers what a compiler said about its version.
struct VersionMemory {
  let folder: String
  let compiler: String

  private var path: String { folder + "/toolchain-version" }

  func recall() -> String? {
    key.flatMap { Self.form.value(in: LocalFiles.read(path), for: $0) }
  }

  func remember(_ answer: String) {
    if let key { LocalFiles.replace(path, with: Self.form.seal(answer, for: key)) }
  }

  private static let form = SealedForm("ambit-toolchain-version", version: 1)

  /// Of the compiler that gave the answer.
  private var key: SHA256Digest? {
    LocalFiles.stamp(of: compiler).map { SHA256.digest(of: "\($0) \(compiler)".utf8) }
  }
}
