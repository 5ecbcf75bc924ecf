package import Base

/// A record as it is sent: a result with a seal among its files, which says what the record is about.
///
/// The seal detects damage and records under the wrong key. Only a signature detects malice.
package enum RemoteRecord {
  static let sealName = "ambit-seal"
  static let longestSeal = 1024

  /// The signed text: the namespace, the key and everything in the result.
  struct Statement {
    let bytes: [UInt8]

    init(_ result: ActionResult, _ key: SHA256Digest, _ namespace: Namespace) {
      var writer = ByteWriter()
      writer.values("ambit record 1", namespace.name, key)
      let files = result.outputFiles.filter { $0.path != RemoteRecord.sealName }
      writer.count(files.count)
      for file in files {
        writer.values(file.path, file.isExecutable, file.digest.hash, file.digest.size)
      }
      writer.values(Int(result.exitCode))
      for stream in [result.standardOutput, result.standardError] {
        let digest = stream.raw.isEmpty ? stream.digest : ContentDigest(of: stream.raw)
        let said = digest ?? ContentDigest(of: [])
        writer.values(said.hash, said.size)
      }
      bytes = writer.bytes
    }
  }

  static func sealed(
    _ result: ActionResult, _ key: SHA256Digest, _ namespace: Namespace, by signer: SigningKey?
  ) -> ActionResult {
    var result = result
    result.outputFiles.removeAll { $0.path == sealName }
    result.execution.worker = ""
    let statement = Statement(result, key, namespace)
    let seal = RecordSeal(
      digest: SHA256.digest(of: statement.bytes), signature: signer?.signature(of: statement.bytes) ?? [])
    result.outputFiles.append(.init(path: sealName, contents: seal.encoded))
    return result
  }

  /// Fetches the seal when the server stored it as a separate blob.
  static func withSeal(
    _ record: ActionResult, in namespace: Namespace, _ store: any RemoteStore
  ) throws(RemoteError) -> ActionResult {
    guard let place = record.outputFiles.firstIndex(where: { $0.path == sealName }),
      record.outputFiles[place].contents.isEmpty
    else { return record }
    let seal = record.outputFiles[place].digest
    guard seal.size <= longestSeal, let bytes = try store.readShort([seal], in: namespace)[seal],
      seal.matches(bytes)
    else { return record }
    var record = record
    record.outputFiles[place].contents = bytes
    return record
  }

  /// The result of checking a record.
  package enum Finding: Sendable, Hashable {
    /// The result without its seal, and the signer when signatures were checked.
    case good(ActionResult, signer: VerifyingKey?)
    /// The record is damaged, or belongs to another key.
    case damaged
    case unsigned
    /// The signer may not sign for the namespace.
    case signedByOthers
  }

  static func open(
    _ result: ActionResult, _ key: SHA256Digest, _ namespace: Namespace, trusting trust: RecordTrust
  ) -> Finding {
    guard let file = result.outputFiles.first(where: { $0.path == sealName }),
      let seal = RecordSeal(decoding: file.contents[...]), result.exitCode == 0
    else { return .damaged }
    let statement = Statement(result, key, namespace)
    guard SHA256.digest(of: statement.bytes) == seal.digest else { return .damaged }
    let signer = trust.signer(of: statement.bytes, seal.signature, in: namespace)
    if let doubt = trust.doubt(seal.signature, by: signer) { return doubt }
    var result = result
    result.outputFiles.removeAll { $0.path == sealName }
    // The worker's name and the times are not sealed.
    result.execution = .init()
    return .good(result, signer: signer)
  }

  static func decode(_ bytes: [UInt8]) throws(RemoteError) -> ActionResult {
    do throws(ProtobufError) {
      return try ActionResult(decoding: bytes)
    } catch {
      throw RemoteError(.broken, "its answer is not a record")
    }
  }
}

private struct RecordSeal {
  let digest: SHA256Digest
  /// The signature, empty when there is none.
  let signature: [UInt8]
}

extension RecordSeal: ByteCodable {
  func write(to writer: inout ByteWriter) {
    writer.values(digest)
    writer.data(signature)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    digest = try reader.value()
    signature = Array(try reader.data())
  }
}

/// The keys that may sign, and for which namespaces.
package struct RecordTrust: Sendable, Hashable {
  package struct Key: Sendable, Hashable {
    package let key: VerifyingKey
    /// The key's namespace, or nil for all namespaces.
    package let namespace: Namespace?

    package init(_ key: VerifyingKey, for namespace: Namespace?) {
      self.key = key
      self.namespace = namespace
    }
  }

  /// One trusted key is enough, so that a new key can be added before an old one is removed.
  package var keys: [Key] = []
  package var requiresSignature = false

  /// Returns the keys that may sign for a namespace.
  package func signers(for namespace: Namespace) -> [VerifyingKey] {
    keys.filter { $0.namespace == nil || $0.namespace == namespace }.map(\.key)
  }

  func signer(
    of statement: [UInt8], _ signature: [UInt8], in namespace: Namespace
  ) -> VerifyingKey? {
    signature.isEmpty ? nil : signers(for: namespace).first { $0.verifies(signature, of: statement) }
  }

  /// Returns nil when the record is trusted.
  func doubt(_ signature: [UInt8], by signer: VerifyingKey?) -> RemoteRecord.Finding? {
    // Without trusted keys nothing can be checked. That matters only when signatures are required.
    guard requiresSignature || !(signature.isEmpty || keys.isEmpty) else { return nil }
    guard !signature.isEmpty else { return .unsigned }
    return signer == nil ? .signedByOthers : nil
  }

  /// Returns true when a record that was copied here earlier is still trusted.
  func believes(_ origin: RecordOrigin) -> Bool {
    guard requiresSignature else { return true }
    return origin.signer.map(signers(for: origin.namespace).contains) ?? false
  }
}

/// The origin of a record in the local store, kept inside the record. The record counts only while its origin is
/// trusted, and is never sent as this machine's own.
struct RecordOrigin: Equatable {
  let address: String
  let namespace: Namespace
  /// The signer whose signature was checked, or nil when none was.
  let signer: VerifyingKey?
}

extension RecordOrigin {
  /// Returns nil for a record of this machine.
  init?(of result: ActionResult) {
    let words = result.execution.worker.split(separator: " ")
    guard words.count == 4, words[0] == ActionResult.remoteMark else { return nil }
    self.init(
      address: String(words[1]), namespace: Namespace(String(words[2])),
      signer: SignatureKeyText.verifyingKey(String(words[3])))
  }

  var text: String {
    "\(ActionResult.remoteMark) \(address) \(namespace) \(signer.map { SignatureKeyText.text(of: $0) } ?? "-")"
  }
}

/// Keys as one line of text that says whether the key is public or secret.
package enum SignatureKeyText {
  private static let secret = "ambit-secret-1:"
  private static let open = "ambit-public-1:"

  package static func text(of key: VerifyingKey) -> String { open + Base64.text(of: key.bytes) }

  package static func text(ofSeed seed: [UInt8]) -> String { secret + Base64.text(of: seed) }

  package static func verifyingKey(_ text: String) -> VerifyingKey? {
    bytes(text, after: open).flatMap { VerifyingKey(bytes: $0) }
  }

  package static func signingKey(_ text: String) -> SigningKey? {
    bytes(text, after: secret).flatMap { SigningKey(seed: $0) }
  }

  /// Parses `public key`, or `namespace=public key` for a key that counts in one namespace only.
  package static func trustedKey(_ text: String) -> RecordTrust.Key? {
    guard let equals = text.firstIndex(of: "="), !text.hasPrefix(open) else {
      return verifyingKey(text).map { RecordTrust.Key($0, for: nil) }
    }
    let name = String(text[..<equals])
    guard !name.isEmpty else { return nil }
    return verifyingKey(String(text[text.index(after: equals)...])).map {
      RecordTrust.Key($0, for: Namespace(name))
    }
  }

  private static func bytes(_ text: String, after mark: String) -> [UInt8]? {
    let text = text.filter { !$0.isWhitespace }
    return text.hasPrefix(mark) ? Base64.bytes(text.dropFirst(mark.count).utf8) : nil
  }
}
