# make help lists the targets. PKG narrows test and check to some packages, RUN to
# some tests:  make test PKG=./internal/core/... RUN=Refresh

SHELL       := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:

# The client is a module of its own; go.work has both.
PKG ?= ./... ./client/...
RUN ?=
BENCH ?=
# Whose tests run on the cluster: the domains, the workers, the journeys through all faces.
CLUSTER ?= ./db ./internal/core/... ./internal/work/... ./test/journeys/... ./test/chaos
SERVERS ?= ./test/cluster

STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
SQLC        := github.com/sqlc-dev/sqlc/cmd/sqlc@v1.31.1
DEADCODE    := golang.org/x/tools/cmd/deadcode@v0.52.0
GOTESTSUM   := gotest.tools/gotestsum@v1.13.0
HELM        := helm.sh/helm/v3/cmd/helm@v3.22.0
KUBECONFORM := github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0
GORELEASER  := github.com/goreleaser/goreleaser/v2@v2.16.0

export PATH := $(CURDIR)/.tools/bin:$(PATH)

tests = gotestsum --format pkgname-and-test-fails --hide-summary skipped \
	--jsonfile .reports/$(1).json -- $(if $(RUN),-run '$(RUN)')

## Everyday

help: ## list the targets
	@awk -F ':.*## ' '/^## /{printf "\n%s\n", substr($$0, 4)} /^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' Makefile

demo: ## run the whole service with a demo world, on private PostgreSQL and Redis
	@scripts/services up durable
	@scripts/ui build-if-node & ui=$$!; scripts/website build-if-node & site=$$!; wait $$ui && wait $$site
	@echo "demo: building counterpartd, a few minutes the first time and seconds after that"
	@go build -o .tools/bin/counterpartd ./cmd/counterpartd
	@eval "$$(scripts/services env durable)" && \
	COUNTERPART_POSTGRES="$$COUNTERPART_DURABLE_POSTGRES" COUNTERPART_REDIS="$$COUNTERPART_DURABLE_REDIS" \
	exec counterpartd demo

# Static, so that they run on other machines too.
build: ## build both programs into bin/: the service, and the command line for people who make apps
	@scripts/ui build-if-node
	@scripts/website build-if-node
	@CGO_ENABLED=0 go build -o bin/ ./cmd/counterpartd ./cmd/counterpart

test: services .tools/gotestsum .reports ## run the Go tests
	@$(call tests,test) -timeout 30m $(PKG)

quick: ## what a minute can tell, without engines: it compiles, the import rules, the tables, the description
	@test -z "$$(gofmt -l api client cmd db internal test ui/*.go website/*.go)" || { gofmt -l api client cmd db internal test ui/*.go website/*.go; exit 1; }
	@go vet ./... ./client/...
	@go test ./api ./client/... ./internal/arch ./internal/vocab/... ./internal/web/edition ./internal/web/html

check: lint generated generators race contract-count ## all that must hold before a push: lint, generated code, import rules, tests with -race

ui: ## build the console's pages, which the server embeds; needs Node
	@scripts/ui build

ui-check: ## types, lint, tests and size of the console's pages
	@scripts/ui check

site: ## build the documentation site, which the server embeds; needs Node
	@scripts/website build

## The parts of check

lint: .tools/staticcheck .tools/deadcode ## gofmt, go vet, staticcheck, unreached functions, go.mod; shellcheck and golangci-lint where installed
	@scripts/lint

generated: .tools/sqlc ## generated code is what its sources say
	@scripts/generated

generators: ## others' generators make clients of the description, which compile; needs Node
	@scripts/generators

# Vetting is lint's work, which check does first. Tests wait for PostgreSQL more
# than they compute, so four packages at once keep two cores busy.
# What looks at the clock has the machine to itself: a starved worker loses its
# leases, and nothing happens within a second.
ALONE := ./test/chaos ./test/faults ./test/soak ./internal/work ./internal/work/delivery ./internal/work/lease
# What the race detector has no room for runs without it, too; and what would take
# minutes with it runs without it alone.
SLOW  := ./test/fuzzroutes
PLAIN := ./internal/base/runner $(SLOW)
race: services .tools/gotestsum .reports ## run the Go tests, the import rules among them, with the race detector
	@failed=; $(call tests,test) -race -vet=off -p 4 -timeout 30m $$(go list $(PKG) | grep -vxF "$$(go list $(ALONE) $(SLOW))") || failed=1; \
	$(if $(filter ./...,$(PKG)),$(call tests,alone) -race -vet=off -p 1 -timeout 30m $(ALONE) || failed=1;) \
	$(if $(filter ./...,$(PKG)),$(call tests,plain) -vet=off -p 1 -timeout 10m $(PLAIN) || failed=1;) \
	test -z "$$failed" # one run shows all there is to mend

alerts: ## the alerts in deploy/prometheus fire on their faults, and on no others; with promtool
	@scripts/alerts

contract: ## list the rules of docs/contract.md that no passed test names
	@go run ./internal/tools/contract docs/contract.md .reports/*.json

## The long way round

long: browser fuzz fuzz-routes ## what takes minutes: browser tests and fuzzing

browser: services .reports ## browser tests: Playwright, the system's Chromium, axe
	@scripts/browser

screenshots: services ## make the pictures of the console that docs/guides/console.md shows, anew
	@scripts/browser --config gallery.config.ts

deploy-check: .tools/helm .tools/kubeconform ## deploy/ is what its tools take: chart, units, proxies, compose, and the release where make goreleaser was run
	@scripts/deploy-check

fuzz: ## fuzz every fuzz test for FUZZTIME (default 30s)
	@scripts/fuzz

fuzz-routes: services ## every operation of api/ is asked for good and spoilt things, by all who can call it, for FUZZROUNDS rounds (default 20) from a new seed; FUZZSEED repeats one
	@COUNTERPART_FUZZ_ROUNDS=$${FUZZROUNDS:-20} COUNTERPART_FUZZ_SEED=$${FUZZSEED:-$$RANDOM} go test -count=1 -v -timeout 60m ./test/fuzzroutes

races: services ## race for codes, tokens and rights, and poll events while writers are killed, hundreds of rounds with -race; takes minutes
	@COUNTERPART_RACE_ROUNDS=200 go test -race -count=1 -timeout 60m -run 'AtOnce|Races' ./internal/core/oauth/grant
	@COUNTERPART_LONG=30s go test -race -count=1 -timeout 10m -run 'CursorNeverSkips' ./test/journeys/engines
	@COUNTERPART_RACE_ROUNDS=500 go test -race -count=1 -timeout 60m -run 'VeryNext|Dies|Redis' ./internal/web/gate
	@COUNTERPART_RACE_ROUNDS=200 go test -race -count=1 -timeout 60m -run 'OneAfterAnother|UnderAValue' ./internal/core/appdata

deep: services ## random operations by the ten thousand against the promises of books and app data, and a million app values; takes minutes
	@COUNTERPART_BOOKS_DEEDS=20000 go test -count=1 -timeout 60m -run Promises ./internal/core/books/sales
	@COUNTERPART_APPDATA_DEEDS=20000 COUNTERPART_APPDATA_VALUES=1000000 go test -count=1 -timeout 60m -run 'Satisfies|OneIndexedQuery' ./internal/core/appdata

log: ## ten million lines of one app with 10,000 installations, and ten million entries of one business: whatever people look at is found by an index; takes minutes and 10 GB
	@scripts/services up durable
	@eval "$$(scripts/services env durable)" && \
	COUNTERPART_TEST_POSTGRES="$$COUNTERPART_DURABLE_POSTGRES" COUNTERPART_TEST_REDIS="$$COUNTERPART_DURABLE_REDIS" COUNTERPART_LOG_LINES=10000000 \
	go test -count=1 -timeout 60m -v -run 'LookAtIsFoundByIndex|APageIsARangeOfAnIndex' ./internal/core/journal ./internal/core/installs ./internal/core/activity

upgrade-check: services ## the previous release and this tree share a database, as in a rolling upgrade; builds the previous release
	@scripts/upgrade-check

restore: ## lose an installation, and bring it back to a point in time from its backup, on engines of its own; takes two minutes
	@scripts/rehearse-restore

chaos: ## write 20,000 events to webhooks and 5,000 to functions while workers and runners are killed and PostgreSQL's plug is pulled, and count what arrives; takes minutes
	@scripts/services up durable
	@eval "$$(scripts/services env durable)" && \
	COUNTERPART_TEST_POSTGRES="$$COUNTERPART_DURABLE_POSTGRES" COUNTERPART_CHAOS_EVENTS=20000 \
	COUNTERPART_CHAOS_RESTART='scripts/services restart durable --immediate --only postgres' \
	go test -count=1 -timeout 30m -v -parallel 1 ./test/chaos

faults: ## make everything fail in turn while a load runs, nodes and engines of its own, and print the table of docs/reliability.md; takes minutes
	@COUNTERPART_FAULTS=all go test -count=1 -timeout 40m -v $(if $(RUN),-run 'Faults/$(RUN)') ./test/faults

alerts-fired: ## fire every alert by its fault, on nodes and engines of its own that Prometheus watches, and print the table of docs/reliability.md; RUN names one; takes half an hour
	@COUNTERPART_ALERTS=all go test -count=1 -timeout 90m -v -run 'TestAlerts$(if $(RUN),/^$(RUN)$$)' ./test/faults

soak: ## live for a day and 200 more on a moved clock, and for SOAK (default 1h) in real time under load, and fail for whatever grows; takes two hours
	@COUNTERPART_SOAK_DAYS=200 COUNTERPART_SOAK=$${SOAK:-1h} go test -count=1 -timeout 4h -v ./test/soak

cluster: .tools/gotestsum .reports ## judge every statement on a cluster of PostgreSQL servers with Citus, run the tests of CLUSTER there, and move and lose servers under load
	@scripts/services up cluster
	@eval "$$(scripts/services env cluster)" && \
	export COUNTERPART_TEST_POSTGRES="$$COUNTERPART_CLUSTER_POSTGRES" COUNTERPART_TEST_REDIS="$$COUNTERPART_CLUSTER_REDIS" && \
	go test -count=1 -v -run 'OneShard|Spread' ./db ./internal/base/pg && \
	$(call tests,cluster) -count=1 -p 2 -timeout 20m $$(go list $(CLUSTER) | grep -vxF "$$(go list $(ALONE))") && \
	{ alone=$$(go list $(CLUSTER) | grep -xF "$$(go list $(ALONE))" || true); [[ -z $$alone ]] || $(call tests,cluster-alone) -count=1 -p 1 -timeout 20m $$alone; }$(if $(SERVERS), && \
	$(call tests,servers) -count=1 -v -timeout 20m $(SERVERS))

capacity: ## what each operation takes: statements, round trips, WAL, CPU; on one server, and on a cluster where Citus is installed
	@scripts/services up durable
	@eval "$$(scripts/services env durable)" && \
	COUNTERPART_TEST_POSTGRES="$$COUNTERPART_DURABLE_POSTGRES" COUNTERPART_TEST_REDIS="$$COUNTERPART_DURABLE_REDIS" \
	COUNTERPART_CAPACITY=1 go test -count=1 -v ./test/capacity
	@if scripts/services citus; then scripts/services up cluster && eval "$$(scripts/services env cluster)" && \
	COUNTERPART_TEST_POSTGRES="$$COUNTERPART_CLUSTER_POSTGRES" COUNTERPART_TEST_REDIS="$$COUNTERPART_CLUSTER_REDIS" \
	COUNTERPART_CAPACITY=1 go test -count=1 -v ./test/capacity; fi

bench: ## how much of the bare engines' speed the service keeps; prints a table, takes minutes; BENCH has more flags
	@scripts/services up durable
	@eval "$$(scripts/services env durable)" && go run ./test/load -pgbench "$$(scripts/services bin)/pgbench" $(BENCH)

licences: ## write docs/licences.md: what others wrote of what we ship, and under which licence; refuses licences that nobody allowed
	@go run ./internal/tools/licences .

vulnerabilities: ## known vulnerabilities in what our code reaches, where the database of Go can be asked; STRICT=1 fails on them
	@scripts/vulnerabilities

## Machinery

generate: .tools/sqlc ## regenerate code from SQL and go:generate lines
	@scripts/generate

services: ## start the private PostgreSQL and Redis that tests use, unless COUNTERPART_TEST_POSTGRES names others
	@[[ -n "$${COUNTERPART_TEST_POSTGRES:-}" ]] || scripts/services up test

stop: ## stop and delete the private PostgreSQL and Redis, and what the demo left
	@scripts/services down

tools: .tools/staticcheck .tools/deadcode .tools/sqlc .tools/gotestsum ## install the pinned tools into .tools/bin

clean: stop ## stop the services; delete tools and reports
	rm -rf .tools .reports

# The count alone: rules that no test shows yet are work to do, not a reason to refuse a push.
contract-count:
	@go run ./internal/tools/contract -summary docs/contract.md .reports/*.json

.reports:
	@mkdir -p $@

# A tool's stamp is older than this file once a version changed here.
.tools/staticcheck: Makefile
	@$(call install,$(STATICCHECK))
.tools/deadcode: Makefile
	@$(call install,$(DEADCODE))
.tools/sqlc: Makefile
	@$(call install,$(SQLC))
.tools/gotestsum: Makefile
	@$(call install,$(GOTESTSUM))

.tools/helm: Makefile
	@$(call install,$(HELM))
.tools/kubeconform: Makefile
	@$(call install,$(KUBECONFORM))
# Large: minutes to build.
goreleaser:
	@scripts/tool $(GORELEASER)

install = scripts/tool $(1) && touch $@

.PHONY: help demo build test quick check ui ui-check site lint generated generators race contract contract-count long browser screenshots deploy-check goreleaser licences vulnerabilities fuzz fuzz-routes races deep alerts alerts-fired upgrade-check restore chaos faults soak cluster bench generate services stop tools clean
