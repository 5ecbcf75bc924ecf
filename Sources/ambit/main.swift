import AmbitKit
import Platform

CurrentProcess.occupyStandardDescriptors()
// Signals are taken by a thread of their own from here on, so that running tests are torn down whole.
Interruption.watch()
CurrentProcess.exit(Interruption.exitCode(or: Ambit.run(ThisProcess.world())))
