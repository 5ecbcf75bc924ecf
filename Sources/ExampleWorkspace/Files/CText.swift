/// Writes a C target with a public header.
enum CText {
  static func files(of target: ExampleTarget) -> [(String, String)] {
    let prefix = target.name.lowercased()
    let declaration = "size_t \(prefix)_sum(const unsigned char *bytes, size_t count)"
    let guardName = "\(target.name.uppercased())_H"
    let header = """
      #ifndef \(guardName)
      #define \(guardName)

      #include <stddef.h>

      /// Adds up `count` bytes.
      \(declaration);

      #endif

      """
    let source = """
      #include "\(target.name).h"

      \(declaration) {
        size_t sum = 0;
        for (size_t i = 0; i < count; i++) sum += bytes[i];
        return sum;
      }

      """
    return [
      ("\(target.folder)/include/\(target.name).h", header),
      ("\(target.folder)/\(target.name).c", source),
    ]
  }
}
