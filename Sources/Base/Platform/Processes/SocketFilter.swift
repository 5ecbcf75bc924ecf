/// A program for Linux's filter of system calls. It refuses sockets that could be connected.
///
/// A process without a network could still connect to sockets in folders, such as Docker's and the SSH agent's.
/// Internet datagram sockets are allowed, since the process has a network namespace of its own. Foundation sends a
/// datagram to itself to learn that a child has ended. Without it a caller could wait for a child for ever.
package enum SocketFilter {
  /// One step, laid out like Linux's `struct sock_filter`.
  private struct Step {
    var code: UInt16
    var ifTrue: UInt8 = 0
    var ifFalse: UInt8 = 0
    var value: UInt32
  }

  private static let load: UInt16 = 0x20
  private static let mask: UInt16 = 0x54
  private static let jumpIfEqual: UInt16 = 0x15
  private static let jumpIfAtLeast: UInt16 = 0x35
  private static let jumpIfAny: UInt16 = 0x45
  private static let giveBack: UInt16 = 0x06

  private static let allow: UInt32 = 0x7fff_0000
  private static let kill: UInt32 = 0x8000_0000
  /// Refuses the call with EPERM.
  private static let refuse: UInt32 = 0x0005_0001
  /// Refuses the call with ENOSYS, so that the C library falls back to an older call.
  private static let unknown: UInt32 = 0x0005_0026

  /// The offsets of the call's number, the processor and the first two arguments in the kernel's data.
  private static let number: UInt32 = 0
  private static let processor: UInt32 = 4
  private static let first: UInt32 = 16
  private static let second: UInt32 = 24

  /// Calls that are always refused: `io_uring_setup`, which can make sockets, `ptrace`, `unshare` and `setns`. The
  /// number of namespaces is limited for the whole system.
  #if arch(arm64)
    private static let architecture: UInt32 = 0xC000_00B7
    private static let refused: [UInt32] = [425, 117, 97, 268]
    private static let socket: UInt32 = 198
    private static let socketPair: UInt32 = 199
    private static let clone: UInt32 = 220
  #else
    private static let architecture: UInt32 = 0xC000_003E
    private static let refused: [UInt32] = [425, 101, 272, 308]
    private static let socket: UInt32 = 41
    private static let socketPair: UInt32 = 53
    private static let clone: UInt32 = 56
  #endif
  private static let clone3: UInt32 = 435
  private static let newUserNamespace: UInt32 = 0x1000_0000
  private static let kindOfSocket: UInt32 = 0xf
  private static let stream: UInt32 = 1
  private static let datagram: UInt32 = 2
  /// `AF_INET`
  private static let internet: UInt32 = 2
  /// Numbers from here on belong to the x32 calls. They would be a second way to every refused call.
  private static let otherNumbers: UInt32 = 0x4000_0000

  private static func answer(_ verdict: UInt32, to call: UInt32) -> [Step] {
    [Step(code: jumpIfEqual, ifFalse: 1, value: call), Step(code: giveBack, value: verdict)]
  }

  /// Steps that allow only one kind of socket, which is the call's second argument. The last two steps refuse and
  /// allow.
  private static func allowingOnly(_ kind: UInt32) -> [Step] {
    [
      Step(code: load, value: second), Step(code: mask, value: kindOfSocket),
      Step(code: jumpIfEqual, ifTrue: 1, value: kind), Step(code: giveBack, value: refuse),
      Step(code: giveBack, value: allow),
    ]
  }

  package static let bytes: [UInt8] = {
    var steps = [
      Step(code: load, value: processor),
      // Programs for another processor use other call numbers.
      Step(code: jumpIfEqual, ifTrue: 1, value: architecture),
      Step(code: giveBack, value: kill),
      Step(code: load, value: number),
      Step(code: jumpIfAtLeast, ifFalse: 1, value: otherNumbers),
      Step(code: giveBack, value: refuse),
    ]
    steps += answer(unknown, to: clone3) + refused.flatMap { answer(refuse, to: $0) }
    steps += [
      Step(code: jumpIfEqual, ifFalse: 4, value: clone),
      Step(code: load, value: first),
      Step(code: jumpIfAny, ifFalse: 1, value: newUserNamespace),
      Step(code: giveBack, value: refuse),
      Step(code: giveBack, value: allow),
      Step(code: jumpIfEqual, ifFalse: 7, value: socket),
      Step(code: load, value: first),
      Step(code: jumpIfEqual, ifFalse: 3, value: internet),
    ]
    steps += allowingOnly(datagram)
    // A socket of a datagram pair could send to any other socket as well, so only stream pairs are allowed.
    steps += [Step(code: jumpIfEqual, ifFalse: 4, value: socketPair)] + allowingOnly(stream)
    return steps.flatMap { step -> [UInt8] in
      withUnsafeBytes(of: step.code.littleEndian, Array.init) + [step.ifTrue, step.ifFalse]
        + withUnsafeBytes(of: step.value.littleEndian, Array.init)
    }
  }()
}
