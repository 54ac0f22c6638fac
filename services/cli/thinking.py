"""Who thinks in the agents, as the settings say: in words for a person. Pure."""

from deploy.streams import AGENTS
from shared import messages as m
from shared.settings import NO_KEY, AgentSettings, ClaudeSettings, Settings

from .exits import BadInput


def check_thinking(settings: Settings) -> None:
    """Raise ``BadInput`` where Claude must think and there is no key: no agent would start."""
    if settings.by_claude and not settings.claude.key:
        raise BadInput(NO_KEY)


def models(settings: Settings) -> dict[str, tuple[str, ...]]:
    """Return the agents that think with each model, by the model; the one that most think with comes first."""
    found: dict[str, tuple[str, ...]] = {}
    for agent in AGENTS:
        own: AgentSettings = getattr(settings, agent)
        found[own.model] = (*found.get(own.model, ()), agent)
    return dict(sorted(found.items(), key=lambda one: -len(one[1])))


def who(settings: Settings) -> str:
    """Return who thinks: the rules, or the models of Claude and where they are asked."""
    if not settings.by_claude:
        return "the rules"
    most, *others = models(settings).items()
    named = (most[0], *(f"{model} for {' and '.join(agents)}" for model, agents in others))
    url = settings.claude.url
    return ", ".join(named) + ("" if url == ClaudeSettings().url else f" at {url}")


def thinking_line(settings: Settings, limits: m.Limits) -> str:
    """Return who thinks in a run and what it may cost at most, as a line; nothing where the rules think, for free."""
    if not settings.by_claude:
        return ""
    return f"thinking: {who(settings)}; at most {limits.max_tokens:,} tokens and ${limits.max_usd:,.2f}"
