/// The page's script: ours, without a library.
///
/// Its parts are text in files beside this one and see each other's functions; they are put together here in the
/// order in which they are read best. Whatever comes from the workspace enters the document by `textContent`.
enum GraphPageScript {
  static let text = """
    (() => {
    'use strict';

    \(parts.joined(separator: "\n"))
    start();
    })();

    """

  private static let parts = [
    elements, model, views, state, camera, curves, paint, nodes, pointer, keys, search, details, overview,
    start,
  ]
}
