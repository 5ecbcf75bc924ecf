extension World {
  /// All of standard input, where a command cannot do without; `hint` says what belongs there.
  package func requiredInput(hint: String) throws(Failure) -> [UInt8] {
    guard let input = readInput() else {
      throw Failure(
        code: "unreadable-input", message: "standard input cannot be read", hints: [hint])
    }
    return input
  }
}
