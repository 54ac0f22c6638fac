# `make` prints this help. Two commands are all a fresh machine needs: make demo, make test.
.DEFAULT_GOAL := help
PYTHON ?= python3.11
BIN := .venv/bin
READY := .venv/ready
TESTS := tests/system tests/live tests/component tests/golden tests/contract tests/unit
# Some machines switch the cache of compiled modules off: each of the many processes here would compile all of them.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup demo up weaviate compose ask test check format lint types imports documents chaos memory limits unruly claude gateway bench recorded audit pages eval retrieval lock clean

help: ## print what there is to make
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

$(READY): requirements.lock pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "installing the locked dependencies into .venv (about a minute, once)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(READY)

setup: $(READY) ## make the environment in .venv from the lock file

demo: $(READY) ## start everything, ask a question over the sample library, print the report, stop (MEMORY=weaviate: in Weaviate)
	@$(BIN)/vouch demo $(if $(MEMORY),--memory $(MEMORY))

up: $(READY) ## start a server and every service, until Ctrl-C (MEMORY=weaviate: in Weaviate)
	@$(BIN)/vouch up $(if $(MEMORY),--memory $(MEMORY))

weaviate: $(READY) ## build Weaviate from source with Go, where it was not (five to fifteen minutes, once)
	@$(BIN)/python -m deploy.weaviate.building

compose: $(READY) ## check docker-compose.yml with a real parser, built with Go where it was not (under a minute, once)
	@$(BIN)/python -m deploy.composing

ask: $(READY) ## ask: make ask Q="your question" LIBRARY=references.ris
	@$(BIN)/vouch ask "$(Q)" $(if $(LIBRARY),--library "$(LIBRARY)")

test: $(READY) ## pass the tests, a real NATS and every service as a process among them
	@$(BIN)/pytest -n 3 --dist loadscope $(TESTS)

check: format lint types imports documents test ## all that must hold before a commit

format: $(READY) ## check the formatting
	@$(BIN)/ruff format --check --quiet .

lint: $(READY) ## lint with nearly all of ruff's rules
	@$(BIN)/ruff check --quiet .

types: $(READY) ## check the types strictly
	@$(BIN)/mypy

imports: $(READY) ## check who may import whom
	@$(BIN)/lint-imports

documents: $(READY) ## check that the generated documents are fresh
	@$(BIN)/python -m deploy.documenting --check

chaos: $(READY) ## kill every service and NATS sixty times, and Weaviate twenty (about eight minutes)
	@$(BIN)/pytest -s tests/chaos

memory: $(READY) ## run Weaviate and the Compose file as processes; have Weaviate fail in every way (about three minutes)
	@$(BIN)/pytest -n 2 tests/memory

limits: $(READY) ## hold three search replicas to one account's limit, and kill one of them (about three minutes)
	@$(BIN)/pytest -s tests/limits

unruly: $(READY) ## test the scripted Claude, and have it misbehave towards every agent in every way (about four minutes)
	@$(BIN)/pytest -s tests/claude/world tests/claude/test_unruly.py

claude: $(READY) ## kill agents in the middle of model calls, and give two hundred runs a budget (about ten minutes)
	@$(BIN)/pytest -s tests/claude/test_kills.py tests/claude/test_budgets.py

gateway: $(READY) ## run Vouch through a real LiteLLM proxy before a scripted Claude (about a minute; installs 776 MB once)
	@$(BIN)/python -m tests.gateway

recorded: $(READY) ## test what is made of the recorded answers; print how much is read, what is refused and why
	@$(BIN)/pytest -n 3 --dist loadscope tests/recorded
	@$(BIN)/python -m tests.recorded

audit: $(READY) ## hold our reports, and what audits them, to an oracle, two thousand mutations and bad drafts (about four minutes)
	@$(BIN)/pytest -n 2 tests/audit

pages: $(READY) ## look at reports in Chromium, with axe; read PDF and Word back (about two minutes; installs Chromium once)
	@$(BIN)/python -m deploy.browser.installing
	@$(BIN)/pytest -s tests/pages

eval: $(READY) ## print the scorecard: claims, perturbations, designs, answers, retrieval, inclusion (needs the recordings; six minutes)
	@$(BIN)/python -m tests.eval.scorecard
	@$(BIN)/python -m tests.eval.perturbing

retrieval: $(READY) ## measure ranking on both memories, selection, queries and PDF recall (needs the recordings; four minutes)
	@$(BIN)/python -m tests.eval.retrieval
	@$(BIN)/python -m tests.eval.queries
	@$(BIN)/python -m tests.eval.pdf_recall

bench: $(READY) ## measure speed beside a control, memory and start-up (about five minutes)
	@$(BIN)/python -m tests.bench
	@$(BIN)/python -m tests.bench.bench_memory
	@$(BIN)/python -m tests.bench.auditing

lock: $(READY) ## write requirements.lock anew: versions and hashes, no addresses
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check "uv==0.13.*"
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	  --group test pyproject.toml -o requirements.lock

clean: ## remove what was made
	@rm -rf .venv build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
