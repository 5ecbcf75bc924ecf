import Platform
package import Support

extension TerminalCapabilities {
  /// Asks the system about `descriptor`.
  package init(of descriptor: Int32, environment: [String: String], choice: ColorChoice = .auto) {
    let window = TerminalWindow(of: descriptor)
    self.init(
      isTerminal: window != nil, columns: window?.columns, rows: window?.rows, environment: environment,
      choice: choice)
  }
}
