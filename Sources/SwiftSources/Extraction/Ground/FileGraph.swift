package import Base

/// The uses between the files of one module, with their places.
package struct FileGraph: Sendable {
  /// A use of a symbol of another file.
  package struct Link: Sendable, Hashable {
    package let from: RelativePath
    package let line: Int
    package let symbol: String
    package let to: RelativePath
  }

  package let files: [RelativePath]
  /// The first use, by the index of the using file, then of the used one.
  private let links: [[Int: Link]]

  /// - `links`: in the order for reports.
  package init(files: some Sequence<RelativePath>, links: some Sequence<Link>) {
    let sorted = Set(files).sorted()
    let index = Dictionary(uniqueKeysWithValues: zip(sorted, sorted.indices))
    var found: [[Int: Link]] = Array(repeating: [:], count: sorted.count)
    for link in links where link.from != link.to {
      guard let from = index[link.from], let to = index[link.to], found[from][to] == nil else { continue }
      found[from][to] = link
    }
    self.files = sorted
    self.links = found
  }

  /// Returns the first uses that lead from one set of files into another, by place.
  package func links(from one: Set<RelativePath>, to other: Set<RelativePath>) -> [Link] {
    files.indices.filter { one.contains(files[$0]) }.flatMap { from in
      links[from].sorted { $0.key < $1.key }.map(\.value).filter { other.contains($0.to) }
    }
  }

  /// Returns the files and all that they use, directly or not. It is the smallest set with these files that uses
  /// nothing outside of itself.
  package func closure(of start: Set<RelativePath>) -> Set<RelativePath> {
    var found = Set(files.indices.filter { start.contains(files[$0]) })
    var pending = Array(found)
    while let next = pending.popLast() {
      for used in links[next].keys where found.insert(used).inserted { pending.append(used) }
    }
    return Set(found.map { files[$0] })
  }

  /// Returns groups of files in the order in which they can move. A group comes after the files that it uses. Files
  /// that use one another are in one group.
  package func bottomUp(_ chosen: Set<RelativePath>) -> [[RelativePath]] {
    let members = files.indices.filter { chosen.contains(files[$0]) }
    let place = Dictionary(uniqueKeysWithValues: zip(members, members.indices))
    let successors = members.map { member in links[member].keys.compactMap { place[$0] }.sorted() }
    return StrongComponents.find(successors).map { component in component.map { files[members[$0]] }.sorted()
    }
  }
}

extension ExtractionContext {
  /// Returns the graph of the files of a module.
  func graph(of module: ExtractionModule) -> FileGraph {
    let own = files(of: module)
    let links = own.flatMap { file in
      files[file].uses.compactMap { use -> FileGraph.Link? in
        guard let place = places[use.usr], place.file != file, files[place.file].module == module.name else {
          return nil
        }
        return FileGraph.Link(
          from: files[file].path, line: use.line, symbol: use.name,
          to: files[place.file].path)
      }
    }
    return FileGraph(files: own.map { files[$0].path }, links: links)
  }
}
