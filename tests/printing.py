"""PDFs made for tests: text at places, on pages, and nothing else. Written by hand, so that each byte is known."""

import io
from collections.abc import Iterable, Sequence

import pypdf

Placed = tuple[float, float, float, str]
"""From the left, from below, the size of the font, the text."""


def pdf(pages: Sequence[Sequence[Placed]], title: str = "", picture: bool = False) -> bytes:  # noqa: FBT001, FBT002 -- a test's own word
    """Return a PDF of A4 pages; *picture* lays a grey image over each."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""]
    kids: list[str] = []
    font = "<< /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >>"
    for placed in pages:
        content = "\n".join(f"BT /F1 {size} Tf {x} {y} Td ({_escaped(text)}) Tj ET" for x, y, size, text in placed)
        if picture:
            content += "\nq 595 0 0 842 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q"
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
        at = len(objects)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {at} 0 R /Resources << /Font {font} >> >>"
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    objects.append(f"<< /Title ({_escaped(title)}) >>")
    return _file(objects)


def lines(texts: Iterable[str], left: float = 50, top: float = 760, size: float = 10) -> list[Placed]:
    """Return texts as lines under each other."""
    return [(left, top - 1.3 * size * place, size, text) for place, text in enumerate(texts)]


def locked(data: bytes, password: str) -> bytes:
    """Return a PDF that only *password* opens."""
    writer = pypdf.PdfWriter(io.BytesIO(data))
    writer.encrypt(password, algorithm="AES-256")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def labelled(data: bytes, start: int) -> bytes:
    """Return a PDF whose printed page numbers begin at *start*."""
    writer = pypdf.PdfWriter(io.BytesIO(data))
    writer.set_page_label(0, len(writer.pages) - 1, style="/D", start=start)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def _escaped(text: str) -> str:
    """Return a text as a PDF writes it between brackets."""
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _file(objects: Sequence[str]) -> bytes:
    """Return objects as a file with its table."""
    out, places = io.BytesIO(), []
    out.write(b"%PDF-1.7\n")
    for number, one in enumerate(objects, start=1):
        places.append(out.tell())
        out.write(f"{number} 0 obj\n{one}\nendobj\n".encode("cp1252"))
    table = out.tell()
    rows = "".join(f"{place:010d} 00000 n \n" for place in places)
    out.write(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{rows}".encode())
    end = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>\nstartxref\n{table}\n%%EOF\n"
    out.write(end.encode())
    return out.getvalue()


ARTICLE_TITLE = "Tafenoquine against relapse of vivax malaria in Peru"


def article() -> bytes:
    """Return a paper of three pages with an abstract, four sections and a list of references."""
    first: list[Placed] = [(50, 800, 18, ARTICLE_TITLE), (50, 770, 10, "Ada Rossi, University of Lima")]
    first += [(50, 750, 12, "Abstract")]
    first += lines(
        (
            "We randomised 120 adults with vivax malaria to tafenoquine or placebo. Relapse within six",
            "months was seen in 8 of 60 patients given tafenoquine and in 30 of 60 given placebo.",
            "Tafenoquine reduced relapse. doi: 10.1000/vivax.1",
        ),
        top=730,
    )
    first += [(50, 670, 12, "Introduction")]
    first += lines(("Plasmodium vivax hides in the liver and comes back.", "Copyright 2019 The Authors."), top=650)
    second: list[Placed] = [(50, 790, 12, "Methods")]
    second += lines(("Adults were given one dose of 300 mg. Nobody lacked the enzyme G6PD.",), top=770)
    second += [(50, 700, 12, "Results")]
    second += lines(
        (
            "Haemoglobin fell by more than 20 g per litre in 3 of 60 patients given tafenoquine, and came",
            "back with-",
            "out transfusion. Sleep was disturbed in 5 patients.",
        ),
        top=680,
    )
    third: list[Placed] = [(50, 790, 12, "Discussion")]
    third += lines(("A single dose prevents most relapses of vivax malaria in Peru.",), top=770)
    third += [(50, 700, 12, "References")]
    third += lines(("1. Smith J. Deafness after quinine in soldiers. Lancet 1950;1:1-2.",), top=680)
    for number, page in enumerate((first, second, third), start=1):
        page += [(50, 30, 8, f"Journal of Relapse 2019, page {number}")]
    return pdf((first, second, third))
