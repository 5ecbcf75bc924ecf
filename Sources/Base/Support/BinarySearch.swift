extension Array {
  /// The index of the element whose key is `key`, in an array sorted by that key without repeats.
  @inlinable package func binarySearch<Key: Comparable>(_ key: Key, by keyOf: (Element) -> Key) -> Int? {
    // A large element is not copied out of the buffer.
    withUnsafeBufferPointer { elements in
      var low = 0
      var high = elements.count
      while low < high {
        let middle = (low + high) / 2
        if keyOf(elements[middle]) < key { low = middle + 1 } else { high = middle }
      }
      return low < elements.count && keyOf(elements[low]) == key ? low : nil
    }
  }
}

extension RandomAccessCollection {
  /// Returns the first index whose element satisfies `isSecond`. All elements that satisfy it must stand behind the
  /// others.
  package func partitionPoint(where isSecond: (Element) -> Bool) -> Index {
    var low = startIndex
    var length = count
    while length > 0 {
      let half = length / 2
      let middle = index(low, offsetBy: half)
      if isSecond(self[middle]) {
        length = half
      } else {
        low = index(after: middle)
        length -= half + 1
      }
    }
    return low
  }
}
