"""The verbs and nouns that join the parts of a mechanism, written as stems and read in any form."""

import re


def any_form(stems: str) -> str:
    """Return a pattern for every form of the regular verbs named in *stems*; ``-ise`` is also ``-ize``."""
    return "|".join(_forms(stem) for stem in stems.split())


def _forms(stem: str) -> str:
    """Return a pattern for the forms of one verb."""
    spelt = re.sub(r"(ys|is)e$", lambda found: f"{found[1][0]}[sz]e", stem).replace("_", "-?")
    if spelt.endswith("e"):
        return f"{spelt[:-1]}(?:e|es|ed|ing)"
    if spelt.endswith("ss"):
        return f"{spelt}(?:es|ed|ing)?"
    return f"{spelt}(?:s|ed|ing)?"


_ACTING = """
inhibit activate block target disrupt antagonise stimulate suppress up_regulate down_regulate modulate impair degrade
stabilise inactivate phosphorylate deplete scavenge chelate depolarise kill eliminate abolish attenuate silence
"""
_LEADING = """
cause trigger produce generate promote induce reduce decrease increase prevent mediate enhance elevate lower improve
restore limit affect alter facilitate
"""
_DOING = """
inhibiting activating blocking targeting suppressing disrupting stimulating modulating inducing impairing scavenging
antagonising antagonizing downregulating upregulating depleting killing
"""

ACTS = (
    rf"(?:{any_form(_ACTING)}|binds?(?: to)?|binding to|bound to|clears|cleared"
    r"|act(?:s|ed)? (?:directly )?(?:on|against)|inter(?:acts?|acted|acting|feres?|fered|fering) with)"
)
"""The subject acts on the object."""

LEADS = (
    rf"(?:{any_form(_LEADING)}|lead(?:s|ing)? to|led to|result(?:s|ed|ing)? in|contribut(?:es?|ed|ing) to"
    r"|protect(?:s|ed|ing)? (?:against|from)|drives?|driving|drove)"
)
"""The subject brings the object about, or changes it."""

HANDLED = (
    r"(?:metaboli[sz]ed|converted|hydroxylated|oxidi[sz]ed|bio-?activated|bio-?transformed|transported|glucuronidated)"
)
"""What a body does to a drug, before ``by``."""

DOING = rf"(?:{'|'.join(_DOING.split())}|binding(?: to)?|interfering with)"
"""Acting as a participle, behind ``by`` or ``through``."""

NOUNS = (
    r"(?:inhibition|activation|blockade|suppression|stimulation|disruption|modulation|antagonism|degradation"
    r"|inactivation|(?:up|down)-?regulation|depletion|induction|reduction|binding|interference)"
)
"""Acting as a noun, before ``of``."""

AGENTS = (
    r"(?:inhibitor|activator|agonist|antagonist|blocker|modulator|ligand|scavenger|suppressor|stimulator|inducer)s?"
)
"""What acts, named after what it does."""

NOT = (
    r"(?:not|n't|never|fail(?:s|ed)? to|unable to|without|neither|nor|no evidence (?:that|of)|no longer|cannot"
    r"|rather than|instead of)"
)

EFFECT_ON = (
    r"(?:had|has|have|having|exert(?:s|ed)|show(?:s|ed)) (?P<little>no|little)?\s?(?:[\w-]+ ){0,3}?"
    r"(?:effects?|impact|influence|activity) (?:on|against)"
)
