// SPDX-License-Identifier: MIT
// test_command_line.c - the words after `outflank`: protocols with a game and options, help.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "protocol/dialogue.h"
#include "tests/talk.h"

// All that a run without input writes, errors too; *status is how it ends.
static char *run(const char *const *words, int *status)
{
    static char text[1 << 16];
    struct process p;
    FILE *out = tmpfile();
    cr_assert_not_null(out);
    process_start_on(&p, words, fileno(out), fileno(out));
    process_close_input(&p);
    *status = process_status(&p);
    rewind(out);
    text[fread(text, 1, sizeof text - 1, out)] = '\0';
    fclose(out);
    return text;
}

Test(command_line, every_protocol_takes_a_game_and_options)
{
    struct process p;
    process_start_on(&p,
                     (const char *const[]){"uci", "-g", "connect4:9x10,x=c4", "--option",
                                           "MultiPV=3", "--option", "Move Overhead=23", NULL},
                     -1, -1);
    process_send(&p, "d\ngo depth 3\n");
    cr_expect_str_eq(process_until(&p, "Game:"), "Game: connect4:9x10,x=c4");
    cr_expect(strstr(process_until(&p, "info depth"), "multipv 1"));
    process_until(&p, "info depth 1 seldepth 1 multipv 3");
    process_end(&p);
    process_start(&p, "gomocup", "-g", "gomoku:9,free");
    process_send(&p, "RESTART\nPLAY 8,8\nPLAY 9,9\n");
    cr_expect_str_eq(process_line(&p), "OK");
    cr_expect_str_eq(process_line(&p), "8,8");
    cr_expect_eq(strncmp(process_line(&p), "ERROR", 5), 0);
    process_end(&p);
    process_start(&p, "play", "-g", "gomoku:9");
    process_send(&p, "d\n");
    process_until(&p, "gomoku:9  9/9/9/9/9/9/9/9/9 x");
    process_end(&p);
    // Whoever speaks first is still recognised.
    process_start(&p, "-g", "othello:6x6", NULL);
    process_send(&p, "gogui-rules_board_size\n");
    cr_expect_str_eq(process_line(&p), "= 6");
    process_end(&p);
}

Test(command_line, what_is_wrong_is_named)
{
    static const struct {
        const char *words[5], *says;
    } wrong[] = {
        {{"uci", "-g", "chess"}, "unknown game"},
        {{"uci", "-g", "othello:7x7"}, "-g othello:7x7: "},
        {{"uci", "-g"}, "it needs a value"},
        {{"gtp", "--option", "Foo=1"}, "there is no option of that name"},
        {{"gtp", "--option", "Hash"}, "--option Hash: "},
        {{"gtp", "--option", "Hash=0"}, "--option Hash=0: "},
        {{"gtp", "--option", "Search=magic"}, "--option Search=magic: "},
        {{"gomocup", "-g", "othello"}, "gomoku alone"},
        {{"nboard", "-g", "gomoku"}, "othello alone"},
        {{"nboard", "-g", "connect4"}, "othello alone"},
        {{"botzone", "-g", "connect4"}, "othello and gomoku alone"},
        {{"gomocup", "board"}, "unknown word 'board'"},
        {{"--option", "Threads=257"}, "--option Threads=257: "},
        {{"xyzzy"}, "unknown word 'xyzzy'"},
        {{"help", "xyzzy"}, "unknown word 'xyzzy'"},
    };
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        int status;
        const char *text = run(wrong[i].words, &status);
        cr_expect_eq(status, 2, "%s %s: %d", wrong[i].words[0], wrong[i].words[1], status);
        cr_expect(strstr(text, wrong[i].says), "'%s' is not in '%s'", wrong[i].says, text);
    }
}

// `help PROTOCOL` and `PROTOCOL --help` are the table; a row without a line of help is not for
// people.
Test(command_line, help_lists_the_commands)
{
    static const struct protocol *const protocols[] = {
        &uci_protocol,    &gtp_protocol,     &gomocup_protocol, &nboard_protocol,
        &xboard_protocol, &botzone_protocol, &saiblo_protocol,  &shell_protocol};
    int status;
    for (size_t i = 0; i < LENGTH(protocols); i++) {
        char text[1 << 15];
        const char *name = protocols[i]->name;
        snprintf(text, sizeof text, "%s", run((const char *const[]){"help", name, NULL}, &status));
        cr_expect_eq(status, 0);
        cr_expect_str_eq(run((const char *const[]){name, "--help", NULL}, &status), text);
        cr_expect_eq(status, 0);
        for (const struct command *c = protocols[i]->commands; c->name; c++) {
            char row[64];
            snprintf(row, sizeof row, "\n  %s", c->name);
            const char *at = strstr(text, row);
            while (at && at[strlen(row)] != ' ' && at[strlen(row)] != '\n')
                at = strstr(at + 1, row);
            cr_expect_eq(at != NULL, c->help != NULL, "%s: %s", name, c->name);
            cr_expect(!c->help || strstr(text, c->help), "%s: %s", name, c->help);
        }
        for (int k = 0; k < OPTION_COUNT; k++)
            cr_expect(strstr(text, options[k].help), "%s: %s", name, options[k].name);
        cr_expect(strstr(run((const char *const[]){"--help", NULL}, &status), name));
    }
    const char *jobs[] = {"solve", "analyze", "perft", "book", "bench", "setup"};
    for (size_t i = 0; i < LENGTH(jobs); i++) {
        cr_expect(strstr(run((const char *const[]){"help", jobs[i], NULL}, &status), "outflank "));
        cr_expect_eq(status, 0, "help %s", jobs[i]);
    }
    const char *text = run((const char *const[]){"help", NULL}, &status);
    for (int i = 0; games[i]; i++)
        cr_expect(strstr(text, games[i]->name) && strstr(text, games[i]->shape_help));
}
