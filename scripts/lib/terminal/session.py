"""Runs programs in a pseudo-terminal, with a home of their own, and waits for what they say."""

import codecs
import errno
import fcntl
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

from screen import SEQUENCE, Screen

# A machine that does many other things needs minutes for what else takes seconds.
PATIENCE = float(os.environ.get("AMBIT_TERMINAL_PATIENCE", "900"))


class Trouble(Exception):
    """A step did not say what it has to say. The text has all that was on the screen."""


class Place:
    """A temporary folder with a home, a cache, and a PATH where `ambit` is the program under test."""

    def __init__(self, ambit, example):
        self.ambit, self.example = ambit, example
        # Links in its path would make other paths of what is printed.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ambit-terminal.")).resolve()
        self.home = self.folder / "home"
        for each in (self.home, self.folder / "bin", self.folder / "tmp"):
            each.mkdir()
        os.symlink(ambit, self.folder / "bin" / "ambit")
        self.environment = {
            "PATH": self.search_path(), "HOME": str(self.home), "TMPDIR": str(self.folder / "tmp"),
            "XDG_CACHE_HOME": str(self.home / "cache"), "LANG": "C.UTF-8", "TERM": "xterm-256color", "SHELL": "/bin/sh",
            "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_PAGER": "cat",
            "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.com",
            "GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "ann@example.com",
        }

    def search_path(self):
        """The program, the toolchain and Git, and what every system has."""
        tools = [os.path.dirname(path) for path in map(shutil.which, ("swift", "git")) if path]
        return ":".join(dict.fromkeys([str(self.folder / "bin"), *tools, "/usr/bin", "/bin"]))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def write_example(self, name, *options):
        folder = self.folder / name
        done = subprocess.run(
            [self.example, str(folder), *options], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        if done.returncode:
            raise Trouble(f"the example cannot be written: {done.stderr}")
        return folder

    def quietly(self, folder, *words):
        """Prepares something that nobody has to see."""
        done = subprocess.run(
            words, cwd=folder, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        if done.returncode:
            raise Trouble(f"{' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout


class Session:
    """A screen on which one program after the other runs. `watcher` is called after every change of the screen."""

    def __init__(self, place, folder, columns=100, rows=30, watcher=None):
        self.place, self.folder = place, folder
        self.size = (rows, columns)
        self.screen = Screen(columns)
        self.watcher = watcher or (lambda screen: None)
        self.process = self.terminal = None
        self.command = ""

    def show(self, text):
        self.screen.write(text)
        self.watcher(self.screen)

    def start(self, command):
        """Starts a command, which is at the prompt already or else is put there."""
        self.command = command
        if self.screen.lines[-2:-1] != [f"$ {command}"]:
            self.show(f"$ {command}\r\n")
        self.begin = len(self.screen.rows) - 1
        # Everything that was written since, erased or not, and how much of it a step has waited for.
        self.heard, self.raw, self.passed = "", "", 0
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.terminal, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", *self.size, 0, 0))
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", command], cwd=self.folder, env=self.place.environment, stdin=side, stdout=side, stderr=side,
            start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(side)

    def run(self, command, code=0):
        """Runs a command to its end, and returns the lines that are left on the screen."""
        self.start(command)
        return self.finish(code)

    def press(self, keys):
        os.write(self.terminal, keys.encode())

    @property
    def said(self):
        """The text of the current program on the screen."""
        return "\n".join(self.screen.lines[self.begin :]).rstrip("\n")

    def wait_for(self, pattern):
        """Reads until the program says something in which this regular expression is found, after what was waited for before."""
        until = time.monotonic() + PATIENCE
        while True:
            found = re.compile(pattern, re.MULTILINE).search(self.heard, self.passed)
            if found:
                self.passed = found.end()
                return found
            if not self.read(until):
                raise self.trouble(f"has not said '{pattern}'")

    def finish(self, code=0):
        """`code` is the exit code to expect; None takes any."""
        until = time.monotonic() + PATIENCE
        while self.read(until):
            pass
        ended = self.process.wait()
        self.close()
        if code is not None and ended != code:
            raise self.trouble(f"ended with {ended} instead of {code}")
        if self.screen.column:
            self.show("\r\n")
        return self.said.split("\n")

    def read(self, until):
        """Takes what the program has written. False at its end."""
        while True:
            # A program that it started may keep the terminal.
            has_ended = self.process.poll() is not None
            if select.select([self.terminal], [], [], 0 if has_ended else 0.5)[0]:
                break
            if has_ended:
                return False
            if time.monotonic() > until:
                raise self.trouble(f"has not come to an end in {PATIENCE:.0f} seconds")
        try:
            data = os.read(self.terminal, 65536)
        except OSError as error:
            # Linux says so when no process has the terminal any more.
            if error.errno != errno.EIO:
                raise
            data = b""
        if not data:
            return False
        text = self.decoder.decode(data)
        self.raw += text
        self.heard += SEQUENCE.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
        self.show(text)
        return True

    def trouble(self, text):
        said = self.said
        if self.process:
            self.process.send_signal(signal.SIGHUP)
            self.close()
        return Trouble(f"`{self.command}` {text}; on the screen:\n{said}")

    def close(self):
        os.close(self.terminal)
        self.process.wait()
        self.process = self.terminal = None


def fail(message, code=1):
    print(f"error: {message}", file=sys.stderr)
    sys.exit(code)
