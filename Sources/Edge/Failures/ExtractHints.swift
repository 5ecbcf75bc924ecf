import Extraction
import IndexStore

/// The next step where nothing can be extracted.
enum ExtractHints {
  static func hints(for error: ExtractionError) -> [String] {
    switch error.kind {
    case .invalidName: ["a name is like Wishlist or PriceList"]
    case .nameTaken: ["take another name, or another folder with --path"]
    case .invalidPath: ["--path takes a folder of the workspace, beside its packages"]
    case .noSources:
      ["name files, folders or patterns: `ambit extract Pricing --from Sources/Cart/Price.swift`"]
    case .severalModules: ["extract from one module, then from the other, with another name"]
    case .wholeModule: ["leave a file out; a whole module moves with `git mv`"]
    case .wrongKind: ["`ambit owners --paths FILE` and `ambit show MODULE` say what a file is of"]
    case .notIndexed, .staleIndex:
      [
        "run it without --no-build; where that was done, remove what is built and run it again: rm -r .build/ambit",
        "a file that this machine never compiles is in no index",
      ]
    }
  }

  static func hints(for error: IndexStoreError) -> [String] {
    switch error.code {
    case .noLibrary: ["install a whole toolchain from https://swift.org/install"]
    case .unreadable: ["remove what is built and run it again: rm -r .build/ambit"]
    }
  }
}
