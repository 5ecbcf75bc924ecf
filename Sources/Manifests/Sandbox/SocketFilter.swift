/// A program for the kernel's filter of system calls, after which nobody makes a socket: without a network there would still
/// be those that lie in folders, as Docker's and the SSH agent's do.
enum SocketFilter {
  /// As `struct sock_filter` of Linux lays it out.
  private struct Step {
    var code: UInt16
    var ifTrue: UInt8 = 0
    var ifFalse: UInt8 = 0
    var value: UInt32
  }

  private static let load: UInt16 = 0x20
  private static let jumpIfEqual: UInt16 = 0x15
  private static let jumpIfAtLeast: UInt16 = 0x35
  private static let giveBack: UInt16 = 0x06

  private static let allow: UInt32 = 0x7fff_0000
  private static let kill: UInt32 = 0x8000_0000
  /// With EPERM.
  private static let refuse: UInt32 = 0x0005_0001

  /// Numbers of `socket`, of `io_uring_setup`, which makes sockets too, and of `ptrace`.
  #if arch(arm64)
    private static let architecture: UInt32 = 0xC000_00B7
    private static let refused: [UInt32] = [198, 425, 117]
  #else
    private static let architecture: UInt32 = 0xC000_003E
    private static let refused: [UInt32] = [41, 425, 101]
  #endif
  /// From here on calls are those of another way to number them, by which everything could be had again.
  private static let otherNumbers: UInt32 = 0x4000_0000

  static let bytes: [UInt8] = {
    var steps = [
      Step(code: load, value: 4),
      // Programs for another processor have other numbers.
      Step(code: jumpIfEqual, ifTrue: 1, value: architecture),
      Step(code: giveBack, value: kill),
      Step(code: load, value: 0),
      Step(code: jumpIfAtLeast, ifFalse: 1, value: otherNumbers),
      Step(code: giveBack, value: refuse),
    ]
    for number in refused {
      steps.append(Step(code: jumpIfEqual, ifFalse: 1, value: number))
      steps.append(Step(code: giveBack, value: refuse))
    }
    steps.append(Step(code: giveBack, value: allow))
    return steps.flatMap { step -> [UInt8] in
      withUnsafeBytes(of: step.code.littleEndian, Array.init) + [step.ifTrue, step.ifFalse]
        + withUnsafeBytes(of: step.value.littleEndian, Array.init)
    }
  }()
}
