import Base

/// Decides which suspects really differ from the index, by hashing them on several threads.
struct SuspectJudge: Sendable {
  let hasher: ContentHasher
  let index: GitIndex
  let statCache: StatCache

  /// The version on disk, or nil when the file is gone.
  struct Verdict: Sendable {
    let entry: Int
    let version: FileVersion?
    let stamp: FileStamp
  }

  /// Returns the verdict on every suspect, including unchanged ones.
  func judge(_ suspects: [Suspect], threads: Int) throws(GitError) -> [Verdict] {
    let pieces = WorkQueue(Self.pieces(suspects.indices, of: 64))
    let results = JudgeResults()
    let workers = min(threads, max(1, suspects.count / 16))
    _ = concurrentMap(Array(0..<workers), jobs: workers) { _ in
      while let piece = pieces.next() {
        var verdicts: [Verdict] = []
        do throws(GitError) {
          for position in piece { verdicts.append(try judge(suspects[position])) }
          results.add(verdicts)
        } catch {
          results.fail(error)
        }
        pieces.finish(adding: [])
      }
    }
    return try results.verdicts()
  }

  private static func pieces(_ range: Range<Int>, of size: Int) -> [Range<Int>] {
    stride(from: range.lowerBound, to: range.upperBound, by: size).map {
      $0..<min($0 + size, range.upperBound)
    }
  }

  private func judge(_ suspect: Suspect) throws(GitError) -> Verdict {
    let entry = index.entries[suspect.entry]
    let path = index.path(of: entry)
    let id: ObjectID?
    if let known = statCache.content(of: path, suspect.stamp) {
      id = known
    } else {
      let raw = try hasher.rawID(of: path, kind: suspect.kind)
      // Bytes that equal the recorded blob are no change, whatever filters would do with them.
      id = raw == nil || raw == entry.id ? raw : try hasher.cleanedID(of: path, kind: suspect.kind)
    }
    return Verdict(
      entry: suspect.entry,
      version: id.map { FileVersion(contentID: $0, kind: suspect.kind) },
      stamp: suspect.stamp)
  }
}

/// Collects the verdicts of all threads.
private final class JudgeResults: Sendable {
  private let found = Guarded<(verdicts: [SuspectJudge.Verdict], failure: GitError?)>(([], nil))

  func add(_ verdicts: [SuspectJudge.Verdict]) { found.with { $0.verdicts += verdicts } }

  /// Keeps the first failure.
  func fail(_ error: GitError) { found.with { $0.failure = $0.failure ?? error } }

  func verdicts() throws(GitError) -> [SuspectJudge.Verdict] {
    let found = found.with { $0 }
    if let failure = found.failure { throw failure }
    return found.verdicts
  }
}
