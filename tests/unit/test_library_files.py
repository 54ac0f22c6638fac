"""Files as people have them: empty, cut, packed, in the wrong encoding. Each error says what to do."""

import gzip
import zlib

import pytest

from shared.errors import CannotDo
from shared.library import MOST_BYTES, read

RIS = """TY  - JOUR
TI  - Dröge Bäume und ihre Ärzte
AU  - Müller, Jörg
PY  - 2020
ER  -

TY  - JOUR
TI  - A second trial of drug A
PY  - 2021
ER  -
"""


def titles(data: bytes, name: str = "refs.ris") -> list[str]:
    """Return the titles that are read."""
    return [reference.work.citation.title for reference in read(data, name).references]


def refusal(data: bytes, name: str = "refs.ris") -> str:
    """Return what a person is told."""
    with pytest.raises(CannotDo) as caught:
        read(data, name)
    return str(caught.value)


@pytest.mark.parametrize("encoding", ["undefined", "punycode", "utf-7", "unicode_escape", "klingon"])
def test_a_file_in_no_encoding_of_texts_is_read_as_what_fits(encoding: str) -> None:
    """What a file says of itself is only a hint."""
    written = f'<?xml version="1.0" encoding="{encoding}"?><xml><records><record><titles><title>Dröge Bäume +2D0-'
    file = f"{written}</title></titles></record></records></xml>".encode("cp1252")

    assert titles(file, "refs.xml") == ["Dröge Bäume +2D0-"]


def test_an_empty_file_is_named() -> None:
    """A failed download leaves a file of no bytes; it must not look like an empty library."""
    assert refusal(b"") == "refs.ris is empty (0 bytes): export the references again"


def test_a_file_of_spaces_is_named() -> None:
    """It holds as little as an empty one."""
    assert refusal(b" \n\t\n") == "refs.ris holds nothing but space: export the references again"


def test_bytes_that_are_no_text_are_refused() -> None:
    """An EndNote library itself is binary: only its export can be read."""
    told = refusal(bytes(range(256)) * 20, "library.enl")

    assert told.startswith("library.enl is not a text file: export the references as RIS")


@pytest.mark.parametrize(
    ("beginning", "told"),
    [
        (b"PK\x03\x04rest", "is a ZIP archive: unpack it and give the file inside"),
        (b"%PDF-1.7 rest", "is damaged and cannot be opened as a PDF: get the file again from where it came"),
        (gzip.compress(b"%PDF-1.7 rest", mtime=0), "is a packed PDF: unpack it and give the file inside"),
    ],
)
def test_a_known_kind_of_file_is_called_by_its_name(beginning: bytes, told: str) -> None:
    """Who gives the PDF itself should hear so, and not that it "is binary"."""
    assert refusal(beginning, "x") == f"x {told}"


def test_an_unknown_format_lists_the_known_ones() -> None:
    """The person has to know what to export instead."""
    told = refusal(b"Dear colleague, please find my references attached.", "mail.txt")

    assert told == (
        "mail.txt is in none of the formats Vouch reads: export the references as EndNote XML, RIS, "
        "NBIB (MEDLINE text), PubMed XML, BibTeX or CSL-JSON"
    )


def test_a_file_above_the_limit_is_refused() -> None:
    """200 MB would fill a service of 250 MB."""
    assert refusal(b" " * (MOST_BYTES + 1)) == (
        "refs.ris is larger than 100 MB unpacked: split it into smaller exports"
    )


def test_a_decompression_bomb_is_not_unpacked() -> None:
    """A thousandfold packed file is refused at the limit, whatever its own size."""
    packer = zlib.compressobj(wbits=31)
    bomb = b"".join(packer.compress(b" " * 1_000_000) for _ in range(MOST_BYTES // 1_000_000 + 5)) + packer.flush()

    assert len(bomb) < 200_000
    assert "larger than 100 MB unpacked" in refusal(bomb)


def test_gzip_is_read_whatever_the_name_says() -> None:
    """The content decides about the format, never the name."""
    assert titles(gzip.compress(RIS.encode()), "export.txt") == titles(RIS.encode())


def test_two_gzip_members_are_one_file() -> None:
    """Packed files may be joined end to end."""
    first, second = RIS.encode()[:80], RIS.encode()[80:]

    assert len(titles(gzip.compress(first) + gzip.compress(second))) == 2


def test_a_cut_gzip_gives_what_came_before_and_says_so() -> None:
    """Half a download still holds whole records, but nobody may take it for all of them."""
    many = "".join(RIS.replace("second", f"second {n}") for n in range(400))
    packed = gzip.compress(many.encode())

    reading = read(packed[: len(packed) // 2], "refs.ris.gz")

    assert 100 < len(reading.references) < 800
    assert len(reading.skipped) == 1
    assert "cut off" in reading.skipped[0].reason


def test_damaged_gzip_is_named() -> None:
    """Its first bytes promise gzip and what follows is none."""
    assert refusal(b"\x1f\x8b" + b"no gzip at all").startswith("refs.ris is damaged")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_is_read_in_each_of_its_encodings(encoding: str) -> None:
    """Reference managers on Windows write UTF-16, with a mark or without."""
    reading = read(RIS.encode(encoding), "refs.ris")

    assert reading.references[0].work.citation.title == "Dröge Bäume und ihre Ärzte"
    assert reading.notes == ()


def test_windows_encoding_is_read_with_a_note() -> None:
    """The accents are a guess, so the person is told."""
    reading = read(RIS.encode("cp1252"), "refs.ris")

    assert reading.references[0].work.citation.authors == ("Müller, Jörg",)
    assert reading.notes == (
        "refs.ris is not UTF-8 and was read as Windows-1252: accents may be wrong. Export it as UTF-8 to be sure",
    )


def test_damaged_utf8_keeps_its_other_accents() -> None:
    """One broken byte is no reason to read every accent wrongly."""
    broken = RIS.encode().replace(b"Baum", b"Baum\xff").replace("Bäume".encode(), "Bäume".encode() + b"\xff")

    reading = read(broken, "refs.ris")

    assert reading.references[0].work.citation.authors == ("Müller, Jörg",)
    assert reading.notes == ("refs.ris is damaged UTF-8: 1 characters were replaced by \ufffd",)


def test_an_xml_declaration_says_the_encoding() -> None:
    """Such a file is not damaged: it says what it is."""
    text = (
        '<?xml version="1.0" encoding="ISO-8859-2"?><xml><records><record><titles><title>Łódź trial of drug A</title>'
        "</titles></record></records></xml>"
    )

    assert titles(text.encode("iso-8859-2")) == ["Łódź trial of drug A"]


def test_a_record_without_title_is_skipped_and_named() -> None:
    """It cannot be cited, and must not take the others with it."""
    reading = read((RIS + "TY  - JOUR\nAN  - 77\nPY  - 1999\nER  - \n").encode(), "refs.ris")

    assert len(reading.references) == 2
    assert [(one.name, one.reason) for one in reading.skipped] == [
        ("record 3 (77)", "it has no title, so it cannot be cited: add one and export again")
    ]


def test_entities_in_xml_are_refused() -> None:
    """Entities that expand to gigabytes, or to a file of this machine, are never looked at."""
    bomb = '<!DOCTYPE xml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><xml><records><record/></records></xml>'

    assert refusal(bomb.encode(), "x.xml").startswith("x.xml declares XML entities")


def test_a_doctype_is_passed_over() -> None:
    """PubMed's files name a remote DTD; it is never fetched, and never missed."""
    text = (
        '<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD" "https://example.invalid/pubmed.dtd"><PubmedArticleSet>'
        "<PubmedArticle><MedlineCitation><PMID>7</PMID><Article><ArticleTitle>A trial of drug A.</ArticleTitle>"
        "</Article></MedlineCitation></PubmedArticle></PubmedArticleSet>"
    )

    assert titles(text.encode()) == ["A trial of drug A"]


def test_half_an_xml_file_gives_the_records_before_the_cut() -> None:
    """What was read is true; what is missing is named."""
    record = "<record><titles><title>Trial {} of drug A</title></titles></record>"
    text = "<xml><records>" + "".join(record.format(n) for n in range(9)) + "<record><titles><tit"

    reading = read(text.encode(), "refs.xml")

    assert len(reading.references) == 9
    assert reading.skipped[0].name == "what follows record 9"
    assert reading.skipped[0].reason.startswith("the file is cut off in line 1")


def test_xml_with_forbidden_characters_is_read() -> None:
    """EndNote writes control characters that XML has no room for."""
    text = "<xml><records><record><titles><title>Drug A&#x0B; and\x0c B</title></titles></record></records></xml>"

    assert titles(text.encode()) == ["Drug A and B"]


def test_the_right_format_without_a_record_is_no_empty_library() -> None:
    """To say that nothing was found would be wrong: nothing could be read."""
    told = refusal(b"<PubmedArticleSet><PubmedArticle>wrong</PubmedArticleSet>", "x.xml")

    assert told.startswith(
        "x.xml looks like PubMed XML, but no record could be read from it: the file is no well-formed"
    )
