"""Reads property lists in the form that project files have: dictionaries, lists, strings and data, with comments."""

import re

TOKEN = re.compile(
    r"""[\s\ufeff]+ | //[^\n]* | /\*.*?\*/ | (?P<mark>[{}()=;,]) | "(?P<quoted>(?:[^"\\]|\\.)*)"
    | '(?P<single>(?:[^'\\]|\\.)*)' | <(?P<data>[0-9a-fA-F\s]*)> | (?P<plain>[^\s{}()=;,"'<>]+)""",
    re.VERBOSE | re.DOTALL,
)
ESCAPE = re.compile(r"\\(U[0-9a-fA-F]{4}|[0-7]{1,3}|.)", re.DOTALL)
LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


class PlistError(ValueError):
    pass


def unescape(text):
    def letter(found):
        code = found[1]
        if code[0] == "U" and len(code) == 5:
            return chr(int(code[1:], 16))
        if code[0] in "01234567":
            return chr(int(code, 8))
        return LETTERS.get(code, code)

    return ESCAPE.sub(letter, text) if "\\" in text else text


def tokens(text):
    """Pairs of a kind ("mark" or "text") and a value."""
    at, end = 0, len(text)
    match = TOKEN.match
    while at < end:
        found = match(text, at)
        if not found:
            raise PlistError(f"offset {at}: {text[at:at + 20]!r} is nothing that a property list holds")
        at = found.end()
        kind = found.lastgroup
        if kind is None:
            continue
        value = found[kind]
        yield (kind if kind == "mark" else "text"), (unescape(value) if kind in ("quoted", "single") else value)


def parse(text):
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    stream = tokens(text)
    value = read(stream, next(stream, None))
    extra = next(stream, None)
    if extra:
        raise PlistError(f"after the value stands {extra[1]!r}")
    return value


def read(stream, token):
    if token is None:
        raise PlistError("the file ends within a value")
    kind, value = token
    if kind == "text":
        return value
    if value == "{":
        return read_dictionary(stream)
    if value == "(":
        return read_list(stream)
    raise PlistError(f"{value!r} stands where a value begins")


def read_dictionary(stream):
    result = {}
    while True:
        token = next(stream, None)
        if token == ("mark", "}"):
            return result
        if token is None or token[0] != "text":
            raise PlistError("a dictionary has no key, or is not closed")
        expect(stream, "=")
        result[token[1]] = read(stream, next(stream, None))
        expect(stream, ";")


def read_list(stream):
    result = []
    token = next(stream, None)
    while token != ("mark", ")"):
        result.append(read(stream, token))
        token = next(stream, None)
        if token == ("mark", ","):
            token = next(stream, None)
        elif token != ("mark", ")"):
            raise PlistError("elements of a list are not parted by a comma")
    return result


def expect(stream, mark):
    token = next(stream, None)
    if token != ("mark", mark):
        raise PlistError(f"{mark!r} is missing before {token[1] if token else 'the end'!r}")
