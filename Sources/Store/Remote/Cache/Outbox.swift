import Base

/// The records that wait to be sent.
struct Outbox {
  var waiting: [SHA256Digest] = []
  /// The number of records that are being sent.
  var underway = 0
  var workers = 0
  var sent = 0
  var failed = 0
  /// The number of records that were given up when the time was over.
  var abandoned = 0

  var isEmpty: Bool { waiting.isEmpty && underway == 0 }

  func warnings(_ address: String) -> [Warning] {
    var warnings: [Warning] = []
    if abandoned > 0 {
      warnings.append(
        Warning(
          code: "remote-slow",
          message:
            "\(Self.records(abandoned)) did not reach the remote cache \(address) in time; the local cache keeps them",
          hints: ["AMBIT_CACHE_WAIT sets how many seconds a run waits for uploads (60)"]))
    }
    if failed > 0 {
      warnings.append(
        Warning(
          code: "remote-upload-failed",
          message:
            "\(Self.records(failed)) could not be sent to the remote cache \(address); the local cache keeps them"
        ))
    }
    return warnings
  }

  private static func records(_ count: Int) -> String { count == 1 ? "a record" : "\(count) records" }
}
