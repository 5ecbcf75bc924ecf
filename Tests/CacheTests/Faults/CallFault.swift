import Foundation

/// A way in which one call to the file system goes wrong.
enum CallFault: String, CaseIterable, Sendable {
  case openNotPermitted, openOutOfDescriptors, openFindsLink, openFindsNothing
  case makeFolderFull, makeFolderQuota
  case readFails, readIsShort, readIsFlipped, readFindsNothing, readIsFromTheFuture
  case statusFails, statusFindsNothing
  case createFull, createNotPermitted
  case writeFull, writeQuota, writeFails
  case syncFails, closeFails
  /// The call succeeds and the bytes on the disk are others: a power cut later, a lying disk.
  case writeIsTorn, writeIsZeros, writeIsFlipped, writeIsEmpty
  case renameFails, renameFull, renameFailsWhenDone, renameIsForgotten
  case removeFails, touchFails, folderSyncFails
  case namesFail, namesArePartial
  /// The process dies before or after the call: nothing that it does later happens.
  case diesBefore, diesAfter

  enum Operation: Sendable {
    case open, makeFolder, read, status, write, rename, remove, touch, sync, names
  }

  /// The calls that it befalls; nil for any.
  var operation: Operation? {
    switch self {
    case .openNotPermitted, .openOutOfDescriptors, .openFindsLink, .openFindsNothing: .open
    case .makeFolderFull, .makeFolderQuota: .makeFolder
    case .readFails, .readIsShort, .readIsFlipped, .readFindsNothing, .readIsFromTheFuture: .read
    case .statusFails, .statusFindsNothing: .status
    case .createFull, .createNotPermitted, .writeFull, .writeQuota, .writeFails, .syncFails, .closeFails,
      .writeIsTorn, .writeIsZeros, .writeIsFlipped, .writeIsEmpty:
      .write
    case .renameFails, .renameFull, .renameFailsWhenDone, .renameIsForgotten: .rename
    case .removeFails: .remove
    case .touchFails: .touch
    case .folderSyncFails: .sync
    case .namesFail, .namesArePartial: .names
    case .diesBefore, .diesAfter: nil
    }
  }

  var code: Int32 {
    switch self {
    case .openNotPermitted: EACCES
    case .createNotPermitted: EROFS
    case .openOutOfDescriptors: EMFILE
    case .openFindsLink: ELOOP
    case .makeFolderFull, .createFull, .writeFull, .renameFull: ENOSPC
    case .makeFolderQuota, .writeQuota: EDQUOT
    default: EIO
    }
  }
}
