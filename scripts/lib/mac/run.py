"""Runs programs with a time limit, and keeps the results of checks without names of users and paths."""

import getpass
import os
import pathlib
import re
import signal
import subprocess
import sys
import time


class CheckFailed(Exception):
    """A check that does not hold; the text says why."""


class Done:
    def __init__(self, code, text):
        self.code, self.text = code, text

    def wanted(self, code=0):
        """Itself, or a failure with the lines that say most."""
        if self.code != code:
            raise CheckFailed(f"exit code {self.code}: {self.told()}")
        return self

    def told(self):
        lines = [line.strip() for line in self.text.splitlines() if line.strip()]
        errors = [line for line in lines if re.search(r"\berror:|✘|Failing tests|\*\* .* FAILED", line)]
        return " | ".join((list(dict.fromkeys(errors))[:5] or lines[-3:]))


class Checks:
    """The checks that were made, each with its name, verdict, seconds and detail."""

    def __init__(self, root, work, limit=None):
        self.root, self.work, self.limit, self.results, self.log = root, work, limit, [], None
        home = os.path.expanduser("~")
        hidden = {work: "WORK", os.path.realpath(work): "WORK", root: "AMBIT", os.path.realpath(root): "AMBIT", home: "~",
                  os.path.realpath(home): "~"}
        self.hidden = sorted(hidden.items(), key=lambda pair: -len(pair[0]))
        self.user = re.compile(rf"\b{re.escape(getpass.getuser())}\b")

    def hide(self, text):
        for path, name in self.hidden:
            if len(path) > 1:
                text = text.replace(path, name)
        text = re.sub(r"/(Users|private/var/folders|var/folders)/[^\s'\":|]*", "PATH", text)
        return self.user.sub("USER", text)

    def run(self, words, limit, folder=None, environment=None):
        """What a program prints, and its exit code. It is ended with all that it started when its time is over."""
        limit = min(limit, self.limit or limit)
        try:
            process = subprocess.Popen(
                words, cwd=folder or self.work, env={**os.environ, **(environment or {})}, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        except OSError as error:
            raise CheckFailed(f"cannot start {words[0]}: {error.strerror}") from None
        try:
            text = process.communicate(timeout=limit)[0].decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            text = process.communicate()[0].decode("utf-8", "replace")
            self.keep(words, text)
            raise CheckFailed(f"stopped after {limit} s: {Done(-1, text).told()}") from None
        self.keep(words, text)
        return Done(process.returncode, text)

    def keep(self, words, text):
        with open(self.log, "a", encoding="utf-8") as file:
            file.write(f"$ {' '.join(words)}\n{text}\n")

    def check(self, name, body, needs=()):
        """Runs a check; `body` gives the detail, or raises CheckFailed. `needs` are values that earlier checks left, or none."""
        folder = pathlib.Path(self.work, "logs")
        folder.mkdir(exist_ok=True)
        self.log = folder / f"{name}.log"
        start, value, is_good = time.monotonic(), None, False
        try:
            if any(each is None for each in needs):
                raise CheckFailed("not run: an earlier check that it needs did not hold")
            value = body()
            detail, is_good = value, True
        except CheckFailed as failure:
            detail = str(failure)
        except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
            detail = f"unexpected answer: {type(error).__name__}: {error}"
        seconds = time.monotonic() - start
        self.results.append({"name": name, "ok": is_good, "seconds": round(seconds, 1), "detail": self.shown(detail)})
        line = self.results[-1]["detail"]
        text = line if isinstance(line, str) else ""
        print(f"{'ok    ' if is_good else 'FAILED'}  {seconds:6.1f} s  {name:32}  {text[:160]}", file=sys.stderr, flush=True)
        return value

    def shown(self, detail):
        if isinstance(detail, str):
            return self.hide(detail)[:1500]
        if isinstance(detail, dict):
            return {self.hide(str(key)): self.shown(value) for key, value in detail.items()}
        if isinstance(detail, (list, tuple)):
            return [self.shown(each) for each in detail]
        return detail
