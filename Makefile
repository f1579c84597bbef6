# outflank - make, make run, make test; `make help` lists the rest.

CC      ?= cc
OBJCOPY ?= objcopy
EXE     ?= outflank
B       ?= build
PREFIX  ?= /usr/local
CFLAGS  ?= -O3 -g
WARN     = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wconversion -Werror \
           -Wno-psabi # vectors are only passed between functions of one source
THREADS ?= -pthread
ALL      = -std=c11 -D_DEFAULT_SOURCE $(THREADS) -I. $(WARN) $(CFLAGS) -MMD -MP
LIBS     = -pthread -lm

# A file named *_hot.c is compiled for each form, see engine/kernel.h.
AVX2     = -mavx2 -mbmi -mbmi2 -mlzcnt -mpopcnt
AVX512   = -mavx512f -mavx512vl -mavx512cd -mavx512bw -mavx512dq -mprefer-vector-width=256
FAST     = -DKERNEL_FORM=fast $(AVX2)
WIDE     = -DKERNEL_FORM=wide $(AVX2) $(AVX512)
FORMS   := portable $(if $(filter x86_64-% amd64-%,$(shell $(CC) -dumpmachine)),fast wide)
# GCC 12's straight-line vectoriser stores the two words of a struct board one by one and reads them
# back as one vector, at every call: the store can't be forwarded. 6 % of an endgame's time.
STRAIGHT = -fno-tree-slp-vectorize

HOT      = $(wildcard engine/*_hot.c engine/*/*_hot.c engine/*/*/*_hot.c)
ENGINE   = $(filter-out $(HOT),$(wildcard engine/*.c engine/*/*.c engine/*/*/*.c book/*.c book/records/*.c book/names/*.c))
PROTOCOL = $(filter-out protocol/main.c,$(wildcard protocol/*.c protocol/jobs/*.c))
ALONE    = engine_alone two_engines # programs that link the engine without any protocol object
SHARED   = $(filter-out tests/test_% tests/long_% $(ALONE:%=tests/%.c) tests/poisoned.c,$(wildcard tests/*.c))

engine_o = $(ENGINE:%.c=$B/%.o) $(foreach f,$(FORMS),$(HOT:%.c=$B/%.$f.o))
front_o  = $(PROTOCOL:%.c=$B/%.o)
shared_o = $(SHARED:%.c=$B/%.o)
tests_o  = $(patsubst %.c,$B/%.o,$(wildcard tests/test_*.c))
long_o   = $(patsubst %.c,$B/%.o,$(wildcard tests/long_*.c))
fuzz     = $(patsubst tests/fuzz/%.c,$B/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))

all: $(EXE)

$(EXE): $(engine_o) $(front_o) $B/protocol/main.o
	@echo "  LINK $@"; $(CC) $(CFLAGS) -o $@ $^ $(LIBS)

# The objects of a folder: $(call compile,FOLDER,FORM,FLAGS[,SOURCES/]), and all forms of one.
define compile
$1/%$2.o: $4%.c
	@mkdir -p $$(@D)
	@echo "  CC   $$<$(if $2, ($(2:.%=%)))"; $$(CC) $$(ALL) $3 -c -o $$@ $$<

endef
define compile_all
$(call compile,$1,.portable,$2 $(STRAIGHT))
$(call compile,$1,.fast,$2 $(STRAIGHT) $(FAST))
$(call compile,$1,.wide,$2 $(STRAIGHT) $(WIDE))
$(call compile,$1,,$2)
endef
$(eval $(call compile_all,$B,))
$(eval $(call compile_all,$B/pic,-fPIC -fvisibility=hidden))

# Weights, tables and the book are put in by the assembler, which leaves no dependency file.
$B/engine/othello/eval/weights.o $B/pic/engine/othello/eval/weights.o: \
  $(wildcard engine/othello/eval/*.bin)
$B/engine/gomoku/policy.o $B/pic/engine/gomoku/policy.o: engine/gomoku/policy.bin
$B/engine/gomoku/network.o $B/pic/engine/gomoku/network.o: engine/gomoku/network.bin
shipped_o = $B/book/shipped.o $B/pic/book/shipped.o
$(shipped_o): $(wildcard book/*.book)
$(shipped_o): WARN += '-DSHIPPED_BOOKS=$(patsubst book/%.book,BOOK(%),$(wildcard book/*.book))'

# ---- the library ----------------------------------------------------------------------------------

VERSION = $(shell sed -n 's/.*OUTFLANK_VERSION "\(.*\)"/\1/p' engine/outflank.h)
SONAME  = liboutflank.so.$(firstword $(subst ., ,$(VERSION)))

# The program's own objects made one for the archive, and the same sources compiled anew for the
# shared library. Of both only what outflank.h declares can be seen.
lib: $B/liboutflank.a $B/liboutflank.so

$B/liboutflank.a: $(engine_o)
	@echo "  AR   $@"; $(LD) -r -o $B/liboutflank.o $^ && rm -f $@ && \
	$(OBJCOPY) --wildcard --keep-global-symbol='outflank_*' $B/liboutflank.o && \
	$(AR) rcs $@ $B/liboutflank.o

$B/$(SONAME): $(engine_o:$B/%=$B/pic/%)
	@echo "  LINK $@"; $(CC) $(CFLAGS) -shared -Wl,-soname,$(SONAME) -o $@ $^ $(LIBS)

$B/liboutflank.so: $B/$(SONAME)
	@ln -sf $(SONAME) $@

# How a program outside is built: with the header, and either library.
examples = $B/examples/shared $B/examples/static
$B/examples/shared: scripts/examples/play.c engine/outflank.h $B/liboutflank.so
	@mkdir -p $(@D)
	@echo "  LINK $@"; $(CC) $(WARN) $(CFLAGS) -Iengine -o $@ $< -L$B -loutflank -Wl,-rpath,'$$ORIGIN/..'
$B/examples/static: scripts/examples/play.c engine/outflank.h $B/liboutflank.a
	@mkdir -p $(@D)
	@echo "  LINK $@"; $(CC) $(WARN) $(CFLAGS) -Iengine -o $@ $< $B/liboutflank.a $(LIBS)

run: $(EXE)
	./$(EXE)

# ---- tools ------------------------------------------------------------------------------------------

# The trainer of the Othello evaluation (scripts/train), that of Gomoku's (scripts/train-gomoku), the
# makers of the Connect Four books (build/connect4-book LOG OUT, build/connect4-lines GAME LOG BOOK) and of
# 6x6 Othello's (build/othello6-book LOG OUT).
tools = $B/trainer $B/gomoku-tune $B/connect4-book $B/connect4-lines $B/othello6-book
tools: $(tools)
trainer gomoku-tune connect4-book connect4-lines othello6-book: %: $B/%

$B/trainer: $(patsubst %.c,$B/%.o,$(wildcard scripts/trainer/*.c))
$B/gomoku-tune: $(patsubst %.c,$B/%.o,$(wildcard scripts/tuner/*.c))
$B/connect4-book: $B/book/make/connect4.o
$B/connect4-lines: $B/book/make/connect4_lines.o
$B/othello6-book: $B/book/make/othello6.o
$(tools): $(engine_o)
	@echo "  LINK $@"; $(CC) $(CFLAGS) -o $@ $^ $(LIBS)

# The trainers run where they are built.
$(eval $(call compile,$B/scripts/trainer,,-march=native -fno-math-errno,scripts/trainer/))
$(eval $(call compile,$B/scripts/tuner,,-march=native -fno-math-errno,scripts/tuner/))

# ---- tests ----------------------------------------------------------------------------------------

# With Criterion, or with what stands in for it under the thread sanitizer (tests/runner).
CRITERION ?= -lcriterion
runner_o = $(if $(CRITERION),,$B/tests/runner/runner.o)
$B/unit: $(engine_o) $(front_o) $(shared_o) $(tests_o) $(runner_o)
	@echo "  LINK $@"; $(CC) $(CFLAGS) -o $@ $^ $(LIBS) $(CRITERION)

$B/long: $(engine_o) $(front_o) $(shared_o) $(long_o) $(runner_o)
	@echo "  LINK $@"; $(CC) $(CFLAGS) -o $@ $^ $(LIBS) $(CRITERION)

# A disk that fails, and a system that runs short (tests/fault/*.c).
$B/fault.so: tests/fault/shim.c
$B/fault-memory.so: tests/fault/memory.c
faults = $B/fault.so $B/fault-memory.so
FAULTS = FAULT=$B/fault.so FAULT_MEMORY=$B/fault-memory.so
$(faults):
	@mkdir -p $(@D)
	@echo "  LINK $@"; $(CC) -std=c11 $(WARN) -O1 -shared -fPIC -o $@ $< -ldl

# The engine without any protocol: it must know none.
$(ALONE:%=$B/%): $B/%: $(engine_o) $B/tests/%.o
	@echo "  LINK $@"; $(CC) $(CFLAGS) -o $@ $^ $(LIBS)

# A sanitized library needs a sanitized program around it, so there it is left out, and so are the
# tests in Python: they run the plain program, so a second time they'd show nothing new.
sanitized = $(findstring -fsanitize,$(CFLAGS))
test: $(EXE) $B/unit $(faults) $(ALONE:%=$B/%) $(if $(sanitized),,lib $(examples) tools)
	@sh tests/structure.sh
	@OUTFLANK=./$(EXE) sh tests/protocol_readme.sh
	@OUTFLANK=./$(EXE) python3 tests/readme.py
	@OUTFLANK=./$(EXE) sh tests/manual.sh
	$B/engine_alone
	$B/two_engines
	@$(if $(sanitized),echo "skipped: tests/library.sh",B=$B CC="$(CC)" sh tests/library.sh)
	@$(if $(sanitized),echo "skipped: tests/makers.sh",B=$B sh tests/makers.sh)
	@$(if $(sanitized),echo "skipped: tests/scripts.sh",sh tests/scripts.sh)
	OUTFLANK=./$(EXE) $(FAULTS) $B/unit

# Row by row, see tests/check_long.py; ROWS="B2 C1" for some of them.
check-long: $(EXE) $B/unit $B/long $(faults)
	@sh tests/check-long $(ROWS)

# Faults seeded one by one: a test must catch each, see tests/mutants.txt.
mutants:
	@python3 tests/mutants.py --jobs 2

bench: $(EXE)
	./$(EXE) bench

# The board in the browser, played by this engine; `sh scripts/test web` tests it.
web: $(EXE)
	scripts/web/serve

# The board as a folder for any static host, with the engine as WebAssembly (Debian: emscripten).
# Three engines: with threads, for pages that are cross-origin isolated; without; and without SIMD.
# Debian's emscripten looks for node's modules where Debian puts them.
EMCC     = NODE_PATH=/usr/share/nodejs emcc
WASM     = -sMODULARIZE -sEXPORT_NAME=outflank -sENVIRONMENT=worker -sDYNAMIC_EXECUTION=0 -sFILESYSTEM=0 \
           -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=1GB -sINITIAL_MEMORY=64MB -sTOTAL_STACK=8MB \
           -sEXPORTED_RUNTIME_METHODS=ccall,PThread -sEXPORTED_FUNCTIONS=_malloc,_web_start,_web_line,_web_read,_web_thinking,_web_bench -sASSERTIONS=0 \
           --no-entry -Wno-pthreads-mem-growth
wasm: wasm-threads wasm-simd wasm-plain
	cp -R scripts/web/page/. build/web/
	printf '{"version": "%s"}\n' "$$(cat build/web/engine/*.wasm build/web/engine/*.js | sha256sum | cut -c1-16)" >build/web/engine/engine.json
wasm-threads:
	+$(MAKE) wasm-one W=threads O="-O3 -msimd128 -msse2" THREADS=-pthread L="-pthread -sPTHREAD_POOL_SIZE=Module.pool -sPTHREAD_POOL_SIZE_STRICT=2"
wasm-simd:
	+$(MAKE) wasm-one W=simd O="-O3 -msimd128 -msse2" THREADS=
wasm-plain:
	+$(MAKE) wasm-one W=plain O=-O3 THREADS=
wasm-one:
	+$(MAKE) B=build/wasm/$W CC="$(EMCC)" CFLAGS="$O" build/web/engine/$W.js
wasm_o   = $(filter-out $B/engine/room.o,$(engine_o)) $(addprefix $B/,protocol/uci.o protocol/dialogue.o \
           protocol/connection.o protocol/wake.o protocol/jobs/bench.o protocol/jobs/bench_suites.o \
           protocol/jobs/args.o protocol/jobs/forms.o scripts/web/wasm/main.o scripts/web/wasm/system.o)
build/web/engine/$W.js: $(wasm_o) scripts/web/wasm/worker.js
	@mkdir -p $(@D)
	@echo "  LINK $@"; $(CC) $(CFLAGS) $(WASM) $L -o $@ $(wasm_o)
	cp scripts/web/wasm/worker.js $(@D)

SAN = -O2 -g -fno-omit-frame-pointer
# The tests of failing disks load a library of theirs before the sanitizer's, which must not mind.
asan:
	+ASAN_OPTIONS="verify_asan_link_order=0:$$ASAN_OPTIONS" $(MAKE) B=build/asan EXE=build/outflank-asan CFLAGS="$(SAN) -fsanitize=address,undefined" test
# Criterion's arena and the thread sanitizer want the same addresses, so here the tests are compiled
# with a runner of our own.
tsan:
	+$(MAKE) B=build/tsan EXE=build/outflank-tsan CRITERION= \
	  CFLAGS="$(SAN) -fsanitize=thread -Itests/runner" test

# Whether the tests go with that runner is seen sooner than make tsan is over.
tsan-compiles:
	+$(MAKE) B=build/tsan CRITERION= CFLAGS="$(SAN) -fsanitize=thread -Itests/runner" test-objects
test-objects: $(shared_o) $(tests_o)

# Whole games with tables that lie one time in a hundred, see engine/poison.h.
POISONED_GAMES ?= 60
$B/poisoned: $(engine_o) $B/tests/poisoned.o
	@echo "  LINK $@"; $(CC) $(CFLAGS) -o $@ $^ $(LIBS)
poisoned:
	+$(MAKE) B=build/poison CFLAGS="$(SAN) -fsanitize=address,undefined -DTT_POISON" \
	  build/poison/poisoned
	UBSAN_OPTIONS=halt_on_error=1 build/poison/poisoned $(POISONED_GAMES)

# One program a target: libFuzzer with clang, and for replay a plain main with any compiler.
FUZZ_SECONDS ?= 60
fuzz:
	+$(MAKE) B=build/fuzz CC=clang CFLAGS="$(SAN) -fsanitize=address,undefined,fuzzer-no-link" fuzz-run
fuzz-run: $(fuzz)
	@status=0; for f in $(fuzz); do n=$${f##*/fuzz_}; mkdir -p build/corpus/$$n; echo "  FUZZ $$n"; \
	  $$f -max_total_time=$(FUZZ_SECONDS) -timeout=5 -rss_limit_mb=2048 -verbosity=0 -max_len=16384 \
	    -artifact_prefix=build/corpus/$$n- build/corpus/$$n tests/corpus/$$n || status=1; done; exit $$status
$B/fuzz/%: $(engine_o) $(front_o) $B/tests/targets.o $B/tests/fuzz/%.o
	@mkdir -p $(@D)
	@echo "  LINK $@"; $(CC) $(CFLAGS) -fsanitize=fuzzer -o $@ $^ $(LIBS)

format-check:
	clang-format --dry-run --Werror $$(find engine book protocol scripts tests -name '*.[ch]' -o -name '*.inc')

# ---- packages ---------------------------------------------------------------------------------------

LIBDIR  ?= $(PREFIX)/lib
install: $(EXE) lib install-pages
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/include" "$(DESTDIR)$(LIBDIR)/pkgconfig"
	install -m 755 $(EXE) "$(DESTDIR)$(PREFIX)/bin/outflank"
	ln -sf outflank "$(DESTDIR)$(PREFIX)/bin/pbrain-outflank" # the name Gomocup managers look for
	install -m 644 engine/outflank.h "$(DESTDIR)$(PREFIX)/include/outflank.h"
	install -m 644 $B/liboutflank.a "$(DESTDIR)$(LIBDIR)/liboutflank.a"
	install -m 755 $B/$(SONAME) "$(DESTDIR)$(LIBDIR)/$(SONAME)"
	ln -sf $(SONAME) "$(DESTDIR)$(LIBDIR)/liboutflank.so"
	sed -e 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|' engine/outflank.pc.in \
	  > "$(DESTDIR)$(LIBDIR)/pkgconfig/outflank.pc"

# The manual page and the completions, as the program writes them.
install-pages: $(EXE)
	install -d "$(DESTDIR)$(PREFIX)/share/man/man6" "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	./$(EXE) help man > "$(DESTDIR)$(PREFIX)/share/man/man6/outflank.6"
	./$(EXE) help bash > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/outflank"
	./$(EXE) help zsh > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_outflank"
	./$(EXE) help fish > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/outflank.fish"

dist:
	git archive --prefix=outflank-$(VERSION)/ -o outflank-$(VERSION).tar.gz HEAD

clean:
	rm -rf build $(EXE)

help:
	@echo "all lib tools run web wasm test check-long bench asan tsan poisoned fuzz mutants format-check install dist clean"

.PHONY: all lib tools trainer gomoku-tune connect4-book connect4-lines othello6-book run web wasm wasm-threads wasm-simd wasm-plain wasm-one test test-objects check-long mutants bench asan tsan tsan-compiles poisoned fuzz fuzz-run format-check install install-pages dist clean help
.SECONDARY:
-include $(shell find $B -name '*.d' 2>/dev/null)
