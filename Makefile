# outflank - make, make run, make test; the other targets are listed by `make help`.

CC      ?= cc
EXE     ?= outflank
B       ?= build
PREFIX  ?= /usr/local
CFLAGS  ?= -O3 -g
WARN     = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wconversion -Werror \
           -Wno-psabi # vectors are only passed between functions of one source
ALL      = -std=c11 -D_DEFAULT_SOURCE -pthread -I. $(WARN) $(CFLAGS) -MMD -MP
LIBS     = -pthread -lm

# A file named *_hot.c is compiled twice, see engine/kernel.h.
ifneq ($(filter x86_64 amd64,$(shell uname -m)),)
FAST     = -DKERNEL_FAST -mavx2 -mbmi -mbmi2 -mlzcnt -mpopcnt
else
FAST     = -DKERNEL_FAST
endif

HOT      = $(wildcard engine/*_hot.c engine/*/*_hot.c)
ENGINE   = $(filter-out $(HOT),$(wildcard engine/*.c engine/*/*.c book/*.c))
PROTOCOL = $(filter-out protocol/main.c,$(wildcard protocol/*.c))
TESTS    = $(wildcard tests/test_*.c)

engine_o = $(ENGINE:%.c=$B/%.o) $(HOT:%.c=$B/%.portable.o) $(HOT:%.c=$B/%.fast.o)
front_o  = $(PROTOCOL:%.c=$B/%.o)
tests_o  = $(TESTS:%.c=$B/%.o)

all: $(EXE)

$(EXE): $(engine_o) $(front_o) $B/protocol/main.o
	@echo "  LINK $@"; $(CC) $(CFLAGS) -o $@ $^ $(LIBS)

$B/%.portable.o: %.c
	@mkdir -p $(@D)
	@echo "  CC   $<"; $(CC) $(ALL) -c -o $@ $<

$B/%.fast.o: %.c
	@mkdir -p $(@D)
	@echo "  CC   $< (fast)"; $(CC) $(ALL) $(FAST) -c -o $@ $<

$B/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC   $<"; $(CC) $(ALL) -c -o $@ $<

# The weights are put in by the assembler, which leaves no dependency file.
$B/engine/othello/weights.o: engine/othello/weights.bin

# The trainer of the Othello evaluation (scripts/train) runs where it is built.
$B/train/%.o: train/%.c
	@mkdir -p $(@D)
	@echo "  CC   $<"; $(CC) $(ALL) -march=native -c -o $@ $<

$B/trainer: $(engine_o) $(patsubst %.c,$B/%.o,$(wildcard train/*.c))
	@echo "  LINK $@"; $(CC) $(CFLAGS) -o $@ $^ $(LIBS)

run: $(EXE)
	./$(EXE)

clean:
	rm -rf build $(EXE)

.PHONY: all run clean
-include $(shell find $B -name '*.d' 2>/dev/null)
