import Base
import Features
import Session

CurrentProcess.occupyStandardDescriptors()
// A process may get mounts of its own only while it has one thread.
PlaceEntry.enter()
// Signals are taken by a thread of their own from here on, so that running tests are torn down whole.
Interruption.watch()
let code = Interruption.exitCode(or: Ambit.run(ThisProcess.world()))
PlaceEntry.leave()
CurrentProcess.exit(code)
