/// Cuts lists for several threads: into pieces that are worth a thread's while, and small enough that all have something to do.
enum Chunks {
  private static let mostElements = 256
  private static let mostBytes = 4 << 20

  static func cut<Element>(_ elements: [Element], size: (Element) -> Int) -> [[Element]] {
    var chunks: [[Element]] = []
    var chunk: [Element] = []
    var bytes = 0
    for element in elements {
      chunk.append(element)
      bytes += size(element)
      if chunk.count == mostElements || bytes >= mostBytes {
        chunks.append(chunk)
        (chunk, bytes) = ([], 0)
      }
    }
    return chunk.isEmpty ? chunks : chunks + [chunk]
  }
}
