import CIndexStore
import Platform

/// The index library of a toolchain.
package final class IndexLibrary: Sendable {
  let functions: ambit_index_functions

  /// - `toolchainCompiler`: the `swiftc` of the toolchain.
  package init(besideCompiler compiler: String) throws(IndexStoreError) {
    let folder = LocalFiles.folder(of: LocalFiles.folder(of: compiler)) + "/lib"
    var functions = ambit_index_functions()
    for name in Self.names {
      switch ambit_index_load("\(folder)/\(name)", &functions) {
      case AMBIT_INDEX_LOADED:
        self.functions = functions
        return
      case AMBIT_INDEX_OTHER_LIBRARY:
        throw IndexStoreError(
          code: .noLibrary,
          message: "the index library \"\(folder)/\(name)\" lacks functions that Ambit calls")
      default: continue
      }
    }
    throw IndexStoreError(
      code: .noLibrary, message: "the toolchain has no index library \"\(Self.names[0])\" in \"\(folder)\"")
  }

  private static let names = ["libIndexStore.so", "libIndexStore.dylib"]
}

extension ambit_index_string {
  /// The library's memory goes away; what is kept is a copy.
  var text: String {
    guard let data, length > 0 else { return "" }
    return data.withMemoryRebound(to: UInt8.self, capacity: length) {
      String(decoding: UnsafeBufferPointer(start: $0, count: length), as: UTF8.self)
    }
  }
}
