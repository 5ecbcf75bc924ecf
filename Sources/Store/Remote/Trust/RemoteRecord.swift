package import Base

/// A record as it travels: a result with a seal among its files, which says what it is a record of.
///
/// The seal finds out whatever was cut off, mixed up or put under another key; only a signature finds out malice.
package enum RemoteRecord {
  static let sealName = "ambit-seal"
  static let longestSeal = 1024

  /// What is signed: namespace, key and everything that the result says.
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

  /// Servers may keep apart what was sent as a part of a record.
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

  /// What came of looking at a record.
  package enum Finding: Sendable, Hashable {
    /// Without its seal, and who signed if that was looked at.
    case good(ActionResult, signer: VerifyingKey?)
    /// Not what was written, or a record of something else.
    case damaged
    case unsigned
    /// By nobody who may sign for the namespace.
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
    // Who ran it, and when, is not sealed.
    result.execution = .init()
    return .good(result, signer: signer)
  }

  static func decode(_ bytes: [UInt8]) throws(RemoteError) -> ActionResult {
    do throws(ProtobufError) {
      return try ActionResult(decoding: bytes)
    } catch {
      throw RemoteError(.broken, "what it gives for a record is none")
    }
  }
}

private struct RecordSeal: ByteCodable {
  let digest: SHA256Digest
  /// Empty when nobody signed.
  let signature: [UInt8]

  init(digest: SHA256Digest, signature: [UInt8]) {
    self.digest = digest
    self.signature = signature
  }

  func write(to writer: inout ByteWriter) {
    writer.values(digest)
    writer.data(signature)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    digest = try reader.value()
    signature = Array(try reader.data())
  }
}

/// Whose signature counts for what.
package struct RecordTrust: Sendable, Hashable {
  package struct Key: Sendable, Hashable {
    package let key: VerifyingKey
    /// nil: for every namespace.
    package let namespace: Namespace?

    package init(_ key: VerifyingKey, for namespace: Namespace?) {
      self.key = key
      self.namespace = namespace
    }
  }

  /// Any of them will do, so that a new one can come before an old one goes.
  package var keys: [Key]
  package var requiresSignature: Bool

  package init(keys: [Key] = [], requiresSignature: Bool = false) {
    self.keys = keys
    self.requiresSignature = requiresSignature
  }

  /// Those who may sign for a namespace.
  package func signers(for namespace: Namespace) -> [VerifyingKey] {
    keys.filter { $0.namespace == nil || $0.namespace == namespace }.map(\.key)
  }

  func signer(
    of statement: [UInt8], _ signature: [UInt8], in namespace: Namespace
  ) -> VerifyingKey? {
    signature.isEmpty ? nil : signers(for: namespace).first { $0.verifies(signature, of: statement) }
  }

  /// nil when the record may be believed.
  func doubt(_ signature: [UInt8], by signer: VerifyingKey?) -> RemoteRecord.Finding? {
    // Without a key nothing can be checked, and nobody has asked for it unless signatures are required.
    guard requiresSignature || !(signature.isEmpty || keys.isEmpty) else { return nil }
    guard !signature.isEmpty else { return .unsigned }
    return signer == nil ? .signedByOthers : nil
  }

  /// Whether what was brought here once may be believed today.
  func believes(_ origin: RecordOrigin) -> Bool {
    guard requiresSignature else { return true }
    return origin.signer.map(signers(for: origin.namespace).contains) ?? false
  }
}

/// Where a record of the local store came from, kept within it: it counts only while its place is believed, and is never sent
/// on as one's own.
struct RecordOrigin: Equatable {
  let address: String
  let namespace: Namespace
  /// Whose signature was checked; nil when nobody's was.
  let signer: VerifyingKey?

  init(address: String, namespace: Namespace, signer: VerifyingKey?) {
    self.address = address
    self.namespace = namespace
    self.signer = signer
  }

  /// nil for what this machine recorded itself.
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
