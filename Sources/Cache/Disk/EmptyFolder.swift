import Platform

/// Stands for a folder that is not there and may not be made.
struct EmptyFolder: StoreFolder {
  func folder(_ name: String, create: Bool) throws(DiskError) -> (any StoreFolder)? { nil }
  func read(_ name: String, limit: Int) throws(DiskError) -> StoredFile? { nil }
  func status(of name: String) throws(DiskError) -> FileStatus? { nil }
  func names() throws(DiskError) -> [String] { [] }
  func write(_ bytes: [UInt8], to name: String, durably: Bool) throws(DiskError) { throw .missing }
  func change(_ change: FolderChange) throws(DiskError) { throw .missing }
}
