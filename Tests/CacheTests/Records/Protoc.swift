import Foundation
import TestSupport

/// The reference implementation of the wire format.
struct Protoc {
  private static let message = "build.bazel.remote.execution.v2.ActionResult"
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let schema = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "action_result.proto")
    try folder.write(try String(contentsOf: schema, encoding: .utf8), to: "action_result.proto")
  }

  /// A message in the text form; empty when it is empty, or is none.
  func text(of bytes: [UInt8]) throws -> String {
    String(decoding: try run("decode", bytes), as: UTF8.self)
  }

  /// The message that a text form says.
  func bytes(of text: String) throws -> [UInt8] { try run("encode", Array(text.utf8)) }

  private func run(_ action: String, _ input: [UInt8]) throws -> [UInt8] {
    try OracleTool.output(
      of: ["protoc", "--\(action)=\(Self.message)", "action_result.proto"], input: input, in: folder)
  }
}
