import AmbitKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

ThisProcess.occupyStandardDescriptors()
// Signals are taken by a thread of their own from here on, so that running tests are torn down whole.
Interruption.watch()
exit(Interruption.exitCode(or: Ambit.run(ThisProcess.world())))
