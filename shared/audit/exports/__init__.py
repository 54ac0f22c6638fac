"""A finished report in the form its reader needs: a page, a file to print, one to edit, or data for a program."""

from shared.audit.exports.exporting import FORMATS, Export, check_choice, export, format_of
from shared.audit.exports.styling import STYLES

__all__ = ["FORMATS", "STYLES", "Export", "check_choice", "export", "format_of"]
