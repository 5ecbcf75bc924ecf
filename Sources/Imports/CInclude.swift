/// What a C-family source file or header takes in.
package struct CInclude: Sendable, Hashable {
  package enum Form: Sendable, Hashable {
    /// `#include "X/Y.h"`
    case quoted
    /// `#include <X/Y.h>`
    case angled
    /// `@import X.Y;`; the path is the module's.
    case module
    /// `#embed "X"`, `.incbin "X"`
    case embedded
    /// `#include MACRO`: only the preprocessor knows what; the path is the text as written.
    case computed
  }

  package let path: String
  package let form: Form
  /// The line of the directive, from 1.
  package let line: Int
}
