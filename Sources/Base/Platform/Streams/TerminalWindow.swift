#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The size of the terminal behind a descriptor.
package struct TerminalWindow: Sendable, Hashable {
  package let columns: Int?
  package let rows: Int?

  /// Returns nil when there is no terminal.
  package init?(of descriptor: Int32) {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    columns = isKnown ? Int(size.ws_col) : nil
    rows = isKnown ? Int(size.ws_row) : nil
  }
}
