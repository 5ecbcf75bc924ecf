private import CPlatform

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

/// Plain threads for blocking work, which must not run on the cooperative pool.
package enum Threads {
  package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Suspends the calling thread.
  package static func pause(milliseconds: UInt32) {
    usleep(milliseconds * 1000)
  }

  /// Starts a detached thread. Returns false when the system has none left.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let context = Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    if ambit_start_thread({ enterThread($0) }, context) == 0 { return true }
    Unmanaged<ThreadBody>.fromOpaque(context).release()
    return false
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

private func enterThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
  return nil
}
