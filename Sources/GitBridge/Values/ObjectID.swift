import Base

/// A SHA-1 object name. Commits, trees and blobs all have one.
typealias ObjectID = ContentID

extension ObjectID {
  static var byteCount: Int { length }

  /// Reads twenty bytes at `offset`. The caller has checked that they exist.
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) { self.init(in: bytes, at: offset) }

  var hex: String { description }
}

/// The id of a commit. As text it has forty hexadecimal digits.
package struct CommitID: Hashable, Sendable, CustomStringConvertible {
  let object: ObjectID

  init(_ object: ObjectID) {
    self.object = object
  }

  package init?(_ hex: some StringProtocol) {
    guard let object = ObjectID(hex: hex) else { return nil }
    self.object = object
  }

  package var description: String { object.hex }
}
