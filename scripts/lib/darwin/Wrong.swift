// What must not pass, or the check proves nothing: the compiler is told to expect exactly these errors.
import Darwin

func onlyOnLinux() -> Int32 {
  syncfs(0)  // expected-error {{cannot find 'syncfs' in scope}}
}

func otherTypes(_ info: stat) -> Int {
  info.st_mtim.tv_sec  // expected-error {{value of type 'stat' has no member 'st_mtim'}}
}

func otherArguments() -> Int32 {
  utimensat(AT_FDCWD, "file", nil)  // expected-error {{missing argument for parameter #4 in call}}
}

func tooNew() -> Int {
  // expected-error@+2 {{is only available in macOS 26.0 or newer}}
  // expected-note@-2 {{add '@available' attribute to enclosing global function}}
  [1, 2].span.count  // expected-note {{add 'if #available' version check}}
}
