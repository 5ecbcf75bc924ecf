package import Support

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension TerminalCapabilities {
  /// Asks the system about `descriptor`.
  package init(of descriptor: Int32, environment: [String: String], choice: ColorChoice = .auto) {
    let isTerminal = isatty(descriptor) == 1
    let size = isTerminal ? Self.size(of: descriptor) : nil
    self.init(
      isTerminal: isTerminal, columns: size?.columns, rows: size?.rows, environment: environment,
      choice: choice)
  }

  private static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}
