import Base
import CGit2

/// An open repository and its object database.
///
/// The class is `@unchecked Sendable` because every call holds its lock. The library's repositories do not allow calls
/// from several threads at once.
final class GitHandle: @unchecked Sendable {
  private let lock = Guarded(())
  private let repository: OpaquePointer
  private let objects: ObjectDatabase

  /// Takes ownership of `repository`, which must be fresh from one of the library's open calls.
  init(adopting repository: OpaquePointer) throws(GitError) {
    self.repository = repository
    do throws(GitError) {
      objects = try ObjectDatabase(of: repository)
    } catch {
      git_repository_free(repository)
      throw error
    }
  }

  deinit {
    git_repository_free(repository)
  }

  func withRepository<Result>(
    _ body: (OpaquePointer) throws(GitError) -> Result
  ) throws(GitError) -> Result {
    try lock.with { _ throws(GitError) -> Result in try body(repository) }
  }

  /// Adds a folder of loose objects and packs, as `GIT_ALTERNATE_OBJECT_DIRECTORIES` does.
  func addObjectFolder(_ path: String) throws(GitError) {
    try lock.with { _ throws(GitError) in try objects.addAlternate(Array(path.utf8)) }
  }

  func hasObject(_ id: ObjectID) -> Bool {
    lock.with { _ in
      var oid = id.gitOid
      return git_odb_exists(objects.pointer, &oid) == 1
    }
  }

  /// Returns an object's type and bytes, or nil when the database does not have the object.
  func object(_ id: ObjectID) throws(GitError) -> (type: git_object_t, bytes: [UInt8])? {
    try lock.with { _ throws(GitError) -> (type: git_object_t, bytes: [UInt8])? in
      var oid = id.gitOid
      var found: OpaquePointer?
      let code = git_odb_read(&found, objects.pointer, &oid)
      if code == GIT_ENOTFOUND.rawValue { return nil }
      try LibGit2.check(code, .corruptRepository, "cannot read the object \(id.hex)")
      guard let found else { return nil }
      defer { git_odb_object_free(found) }
      let data = UnsafeRawBufferPointer(start: git_odb_object_data(found), count: git_odb_object_size(found))
      return (git_odb_object_type(found), Array(data))
    }
  }
}
