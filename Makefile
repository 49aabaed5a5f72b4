# Ostler's tasks. `make test` is the whole proof; `make demo` shows the product on pages of its own.
SHELL := /bin/bash
CARGO ?= cargo
SECONDS_EACH ?= 60

.PHONY: help demo build test gallery gallery-all gallery-docs miniwob fuzz bench scores setup setup-browser

help:
	@sed -n 's/^## //p' $(MAKEFILE_LIST)

## make demo           fill the forms of the built-in demo pages in a real browser and show the reports
demo: setup-browser
	$(CARGO) run --profile demo --quiet -p ostler -- demo

## make build          the release binary, target/release/ostler
build: setup
	$(CARGO) build --release -p ostler

## make test           formatting, lints, docs, every test, fuzz corpora, licences, gallery and corpora
test: setup-browser
	tests/suite.sh

## make gallery        the widget gallery: native and masked fields must all be right (FILTER=name narrows)
gallery: setup-browser
	tests/gallery.sh $(FILTER)

## make gallery-all    the widget gallery, every page and every submit scenario
gallery-all: setup-browser
	tests/gallery.sh --all

## make gallery-docs   the same driven by the engine and by `ostler serve`, and written into docs/benchmarks.md
gallery-docs: setup-browser
	tests/gallery.sh --docs

## make miniwob        the form tasks of MiniWoB++, 20 seeds each, judged by the pages' own reward
miniwob: setup-browser
	tests/miniwob/run.sh

## make fuzz           fuzz every target for SECONDS_EACH seconds (cargo-fuzz if it is there, else on stable)
fuzz: setup
	tests/fuzz.sh $(SECONDS_EACH)

## make bench          measure against a raw floor and write docs/benchmarks.md
bench: setup-browser
	$(CARGO) build --release -p ostler
	$(CARGO) run --release --quiet -p ostler-tests --bin bench

## make scores         the scorers of values, keys, dates, saved pages and rendered components
scores: setup-browser
	tests/scores.sh

## make setup-browser  install what is missing: a C toolchain, and Chromium if there is no Chrome
setup-browser:
	@tests/setup.sh browser

setup:
	@tests/setup.sh
