"""Finds the string literals of Swift source, with their place, without comments and regular expressions."""

import re

# What begins something that is not code: a comment, a regular expression, a string, each with its number signs.
START = re.compile(r'//|/\*|#+/|#*"""|#*"')
MARK = "\x00"


def literals(source):
    """Yields the offset and the text of each literal. An interpolation in it is one MARK; literals inside follow."""
    yield from code(source, 0, len(source))


def code(source, start, end):
    place = start
    while match := START.search(source, place, end):
        opening, place = match.group(), match.end()
        if opening == "//":
            place = after(source, "\n", place, end)
        elif opening == "/*":
            place = after(source, "*/", place, end)
        elif opening.endswith("/"):
            place = after(source, "/" + opening[:-1], place, end)
        else:
            text, inner, place = string(source, opening, place, end)
            yield match.start(), text
            for part in inner:
                yield from code(source, *part)


def after(source, text, place, end):
    found = source.find(text, place, end)
    return end if found < 0 else found + len(text)


def string(source, opening, place, end):
    """Returns the text of a literal, the spans of its interpolations, and the offset behind it."""
    signs = opening.rstrip('"')
    closing, escape = opening[len(signs):] + signs, "\\" + signs
    text, inner = "", []
    while place < end and not source.startswith(closing, place):
        if source.startswith(escape + "(", place):
            begin = place + len(escape) + 1
            place = balanced(source, begin, end)
            inner.append((begin, place - 1))
            text += MARK
        elif source.startswith(escape, place):
            text += " " if source[place + len(escape)] in "nt\n" else source[place + len(escape)]
            place += len(escape) + 1
        else:
            text += source[place]
            place += 1
    return text, inner, place + len(closing)


def balanced(source, place, end):
    """Returns the offset behind the parenthesis that closes an interpolation."""
    depth = 1
    while place < end:
        match = START.match(source, place, end)
        if match and match.group().endswith('"'):
            place = string(source, match.group(), match.end(), end)[2]
            continue
        depth += {"(": 1, ")": -1}.get(source[place], 0)
        place += 1
        if depth == 0:
            break
    return place
