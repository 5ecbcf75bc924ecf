import Base

/// A SHA-1 object name. Git names commits, trees and blobs alike.
typealias ObjectID = ContentID

extension ObjectID {
  static var byteCount: Int { length }

  /// Reads twenty bytes at `offset`; the caller has checked that they are there.
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) { self.init(in: bytes, at: offset) }

  var hex: String { description }
}

/// Names a commit; forty hexadecimal digits as text.
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
