/// What one thread does at a time: a frame, and all patches of what lies in it.
struct RestoreWork: Sendable {
  /// nil for files that have no bytes.
  var frame: Int?
  var files: [Manifest.Output] = []
  var patches: [Patch] = []

  struct Patch: Sendable {
    let frame: Int
    let prefix: Manifest.Slice
    var files: [Manifest.Output] = []
  }

  static func all(of manifest: Manifest) -> [RestoreWork] {
    var files = [[Manifest.Output]](repeating: [], count: manifest.frames.count)
    var empty = RestoreWork()
    for output in manifest.outputs {
      guard case .file(let slice, _) = output.content else { continue }
      if slice.size > 0 { files[slice.frame].append(output) } else { empty.files.append(output) }
    }
    var work: [Int: RestoreWork] = [:]
    for (index, frame) in manifest.frames.enumerated() {
      if let prefix = frame.prefix {
        work[prefix.frame, default: RestoreWork(frame: prefix.frame)].patches.append(
          Patch(frame: index, prefix: prefix, files: files[index]))
      } else {
        work[index, default: RestoreWork(frame: index)].files = files[index]
      }
    }
    // The long ones first, so that no thread is left with one at the end.
    return work.sorted { cost($0.value, manifest) > cost($1.value, manifest) }.map(\.value) + [empty]
  }

  private static func cost(_ work: RestoreWork, _ manifest: Manifest) -> Int {
    ([work.frame] + work.patches.map(\.frame)).reduce(0) { sum, frame in
      let (next, overflow) = sum.addingReportingOverflow(frame.map { manifest.frames[$0].raw } ?? 0)
      return overflow ? .max : next
    }
  }
}
