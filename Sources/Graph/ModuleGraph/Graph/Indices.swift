/// An index in a list of things of one kind. Indices of different kinds cannot be mixed up.
///
/// Everything here is `@usableFromInline`, so that other targets can specialise their code for these types.
@usableFromInline package protocol DenseIndex: Sendable, Hashable, Strideable where Stride == Int {
  var rawValue: Int { get }
  init(_ rawValue: Int)
}

extension DenseIndex {
  @inlinable package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  @inlinable package func advanced(by distance: Int) -> Self { Self(rawValue + distance) }
  @inlinable package func distance(to other: Self) -> Int { other.rawValue - rawValue }
}

@usableFromInline package struct ModuleIndex: DenseIndex {
  @usableFromInline package let rawValue: Int

  @inlinable package init(_ rawValue: Int) { self.rawValue = rawValue }
}

@usableFromInline package struct PackageIndex: DenseIndex {
  @usableFromInline package let rawValue: Int

  @inlinable package init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// An array with indices of one kind.
@usableFromInline package struct Indexed<Index: DenseIndex, Element> {
  @usableFromInline package var elements: [Element]

  @inlinable package init(_ elements: [Element]) { self.elements = elements }

  @inlinable package init(repeating element: Element, count: Int) {
    elements = Array(repeating: element, count: count)
  }

  @inlinable package mutating func append(_ element: Element) { elements.append(element) }

  @inlinable package var numbered: Zip2Sequence<Range<Index>, [Element]> { zip(indices, elements) }

  /// Returns the transformed elements with the same indices.
  @inlinable package func mapped<Other>(_ transform: (Element) throws -> Other) rethrows -> Indexed<
    Index, Other
  > {
    Indexed<Index, Other>(try elements.map(transform))
  }
}

extension Indexed: RandomAccessCollection, MutableCollection {
  @inlinable package var startIndex: Index { Index(0) }
  @inlinable package var endIndex: Index { Index(elements.count) }

  @inlinable package func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }

  @inlinable package subscript(index: Index) -> Element {
    _read { yield elements[index.rawValue] }
    _modify { yield &elements[index.rawValue] }
  }
}

extension Indexed: ExpressibleByArrayLiteral {
  @inlinable package init(arrayLiteral elements: Element...) { self.elements = elements }
}

extension Indexed: Sendable where Element: Sendable {}
extension Indexed: Equatable where Element: Equatable {}
extension Indexed: Hashable where Element: Hashable {}
