#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the system knows of the terminal behind a descriptor.
package struct TerminalWindow: Sendable, Hashable {
  package let columns: Int?
  package let rows: Int?

  /// nil when there is none.
  package init?(of descriptor: Int32) {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    columns = isKnown ? Int(size.ws_col) : nil
    rows = isKnown ? Int(size.ws_row) : nil
  }
}
