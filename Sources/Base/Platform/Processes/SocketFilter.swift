/// A program for Linux's filter of system calls, after which nobody makes a socket that could be connected: without a
/// network there would still be those that lie in folders, as Docker's and the SSH agent's do. Datagrams of the network, which
/// is a namespace's own, are let through: by one to itself Foundation wakes the thread that sees programs end, and without it
/// whoever waits for a program may wait for ever.
package enum SocketFilter {
  /// As `struct sock_filter` of Linux lays it out.
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
  /// With EPERM.
  private static let refuse: UInt32 = 0x0005_0001
  /// With ENOSYS: the C library then does without.
  private static let unknown: UInt32 = 0x0005_0026

  /// Where the kernel puts the number, the architecture and the first two arguments.
  private static let number: UInt32 = 0
  private static let processor: UInt32 = 4
  private static let first: UInt32 = 16
  private static let second: UInt32 = 24

  /// `io_uring_setup`, which makes sockets too, `ptrace`, and `unshare` and `setns`: of other namespaces there are only so many
  /// for all.
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
  /// From here on calls are those of another way to number them, by which everything could be had again.
  private static let otherNumbers: UInt32 = 0x4000_0000

  private static func answer(_ verdict: UInt32, to call: UInt32) -> [Step] {
    [Step(code: jumpIfEqual, ifFalse: 1, value: call), Step(code: giveBack, value: verdict)]
  }

  /// Of sockets, whose kind is the second argument. The last two steps refuse and allow.
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
      // Programs for another processor have other numbers.
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
    // A pair of those that send single messages can send to any other as well.
    steps += [Step(code: jumpIfEqual, ifFalse: 4, value: socketPair)] + allowingOnly(stream)
    return steps.flatMap { step -> [UInt8] in
      withUnsafeBytes(of: step.code.littleEndian, Array.init) + [step.ifTrue, step.ifFalse]
        + withUnsafeBytes(of: step.value.littleEndian, Array.init)
    }
  }()
}
