import Base

@testable import Store

/// Our own idea of protobuf's text form, to compare with `protoc`'s.
struct TextForm {
  private(set) var text = ""
  private var depth = 0

  init(_ result: ActionResult) {
    for file in result.outputFiles {
      group("output_files") { form in
        form.string("path", Array(file.path.utf8))
        form.digest("digest", file.digest)
        if file.isExecutable { form.line("is_executable: true") }
        form.string("contents", file.contents)
      }
    }
    number("exit_code", Int(result.exitCode))
    stream("stdout", result.standardOutput)
    stream("stderr", result.standardError)
    guard result.execution != ActionResult.Execution() else { return }
    group("execution_metadata") { form in
      form.string("worker", Array(result.execution.worker.utf8))
      form.time("execution_start_timestamp", result.execution.start)
      form.time("execution_completed_timestamp", result.execution.completed)
    }
  }

  private mutating func line(_ words: String) {
    text += String(repeating: "  ", count: depth) + words + "\n"
  }

  private mutating func group(_ name: String, _ body: (inout TextForm) -> Void) {
    line("\(name) {")
    depth += 1
    body(&self)
    depth -= 1
    line("}")
  }

  private mutating func number(_ name: String, _ value: Int) {
    if value != 0 { line("\(name): \(value)") }
  }

  private mutating func string(_ name: String, _ bytes: [UInt8]) {
    if !bytes.isEmpty { line("\(name): \"\(bytes.map(Self.escaped).joined())\"") }
  }

  private static func escaped(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\n"): "\\n"
    case UInt8(ascii: "\r"): "\\r"
    case UInt8(ascii: "\t"): "\\t"
    case UInt8(ascii: "\""): "\\\""
    case UInt8(ascii: "'"): "\\'"
    case UInt8(ascii: "\\"): "\\\\"
    case 0x20..<0x7F: String(Unicode.Scalar(byte))
    default: "\\" + String(String(0o1000 | Int(byte), radix: 8).dropFirst())
    }
  }

  private mutating func digest(_ name: String, _ digest: ContentDigest?) {
    guard let digest else { return }
    group(name) { form in
      form.string("hash", Array(digest.hash.description.utf8))
      form.number("size_bytes", digest.size)
    }
  }

  private mutating func stream(_ name: String, _ stream: ActionResult.Stream) {
    string("\(name)_raw", stream.raw)
    digest("\(name)_digest", stream.digest)
  }

  private mutating func time(_ name: String, _ time: ActionResult.Timestamp?) {
    guard let time else { return }
    group(name) { form in
      form.number("seconds", Int(time.seconds))
      form.number("nanos", Int(time.nanoseconds))
    }
  }
}
