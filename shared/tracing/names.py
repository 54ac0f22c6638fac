"""What spans and their attributes are called.

OpenTelemetry's conventions where there are any: those for GenAI and messaging are still in development, and their
constants in the library are deprecated, so the names are ours to keep. Langfuse reads them, and a few of its own.
"""

OPERATION = "gen_ai.operation.name"
CHAT = "chat"
EXECUTE_TOOL = "execute_tool"

PROVIDER = "gen_ai.provider.name"
ANTHROPIC = "anthropic"

AGENT = "gen_ai.agent.name"
CONVERSATION = "gen_ai.conversation.id"
REQUEST_MODEL = "gen_ai.request.model"
REQUEST_MAX_TOKENS = "gen_ai.request.max_tokens"
RESPONSE_MODEL = "gen_ai.response.model"
FINISH_REASONS = "gen_ai.response.finish_reasons"
INPUT_TOKENS = "gen_ai.usage.input_tokens"
"""All that went in, what the cache held included."""
OUTPUT_TOKENS = "gen_ai.usage.output_tokens"
CACHE_READ_TOKENS = "gen_ai.usage.cache_read.input_tokens"
CACHE_WRITE_TOKENS = "gen_ai.usage.cache_creation.input_tokens"
COST_USD = "gen_ai.usage.cost"
"""No convention: what Langfuse documents, in US dollars."""
INPUT_MESSAGES = "gen_ai.input.messages"
OUTPUT_MESSAGES = "gen_ai.output.messages"
TOOL = "gen_ai.tool.name"
TOOL_ARGUMENTS = "gen_ai.tool.call.arguments"
TOOL_RESULT = "gen_ai.tool.call.result"

SESSION = "session.id"
ERROR_TYPE = "error.type"

SYSTEM = "messaging.system"
NATS = "nats"
OPERATION_NAME = "messaging.operation.name"
OPERATION_TYPE = "messaging.operation.type"
PROCESS = "process"
DESTINATION = "messaging.destination.name"
DESTINATION_TEMPLATE = "messaging.destination.template"
CONSUMER = "messaging.consumer.group.name"
MESSAGE_ID = "messaging.message.id"
BODY_BYTES = "messaging.message.body.size"

RUN = "vouch.run_id"
STEP = "vouch.step"
ATTEMPT = "vouch.attempt"
DELIVERY = "vouch.delivery"
"""How often the server has delivered the message, from 1."""
OUTCOME = "vouch.outcome"
JOURNALED = "vouch.journaled"
"""Whether an answer was paid for before, and is only used again."""
PROMPT = "vouch.prompt.name"
PROMPT_VERSION = "vouch.prompt.version"
PROMPT_ORIGIN = "vouch.prompt.origin"
AUDIT = "vouch.audit."
"""Before the name of each number of a report's audit, such as ``citation_coverage``."""

LANGFUSE_RUN = "langfuse.trace.metadata.run_id"
"""Langfuse finds traces by what stands below this prefix, and by no other attribute of ours."""
LANGFUSE_USAGE = "langfuse.observation.usage_details"
"""JSON of counts that do not overlap; older versions would add what the cache held to ``INPUT_TOKENS`` again."""
LANGFUSE_PROMPT = "langfuse.observation.prompt.name"
LANGFUSE_PROMPT_VERSION = "langfuse.observation.prompt.version"

INHERITED = (RUN, STEP, ATTEMPT, SESSION, LANGFUSE_RUN)
"""What the spans inside that of a message share with it: Langfuse looks at each span by itself."""
