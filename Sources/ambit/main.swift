import Base
import Features
import Session

CurrentProcess.occupyStandardDescriptors()
// A process may get mounts of its own only while it has one thread.
PlaceEntry.enter()
// From here on a thread of its own takes signals, so that running tests are torn down completely.
Interruption.watch()
let code = Interruption.exitCode(or: Ambit.run(ThisProcess.world()))
PlaceEntry.leave()
CurrentProcess.exit(code)
