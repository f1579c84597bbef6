// SPDX-License-Identifier: MIT
#include "protocol/jobs/resume.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/clock.h"

static const char not_ours[] = "is no result of solve in this format";
static const char another[] = "is the result of another position";
static const char too_little[] = "has not the value of every move";
static const char too_much[] = "has the value of every move, which is not asked for";

// Only one process at a time may append.
static bool lock(int fd)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_SETLK, &whole) == 0 || (errno != EACCES && errno != EAGAIN);
}

bool resume_open(struct resume *r, const char *path, bool json, const char **why)
{
    struct stat st;
    *r = (struct resume){.json = json, .question = "", .active = true};
    r->fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0666);
    if (r->fd < 0) {
        *why = strerror(errno);
        return false;
    }
    if (fstat(r->fd, &st) != 0 || !S_ISREG(st.st_mode))
        *why = "results can only be kept in a file";
    else if (!lock(r->fd))
        *why = "another process is writing there";
    else if (!(r->in = fopen(path, "r")))
        *why = strerror(errno);
    else
        return true;
    close(r->fd);
    return false;
}

void resume_close(struct resume *r)
{
    resume_sync(r, true);
    if (r->in)
        fclose(r->in);
    close(r->fd);
}

// Makes the next line the one at hand, without taking it. False at the end of the file.
static bool look(struct resume *r)
{
    if (r->has)
        return true;
    int c = EOF;
    r->length = 0;
    while (r->length < sizeof r->text - 1 && (c = getc(r->in)) != EOF) {
        r->text[r->length++] = (char)c;
        if (c == '\n')
            break;
    }
    r->text[r->length] = '\0';
    r->cut = c != '\n';
    r->has = r->length > 0;
    r->line += r->has;
    return r->has;
}

static void take(struct resume *r)
{
    r->at += r->length;
    r->has = false;
}

static bool begins(const struct resume *r, const char *text)
{
    size_t n = strlen(text);
    return r->length >= n && memcmp(r->text, text, n) == 0;
}

enum resume_found resume_cut(struct resume *r, const char **why)
{
    r->active = false;
    if (ftruncate(r->fd, (off_t)r->whole) == 0)
        return RESUME_ENDS;
    *why = "can't be cut to its last whole line";
    return RESUME_OTHER;
}

static enum resume_found refuse(const char **why, const char *reason)
{
    *why = reason;
    return RESUME_OTHER;
}

// Refuses the answer to another question, by both names.
static enum resume_found refuse_question(struct resume *r, struct word answered, const char **why)
{
    struct writer w = writer_on(r->reason, sizeof r->reason);
    if (answered.length == 0)
        answered = word_of("the value");
    write_text(&w, "answers %.*s, not %s", (int)(answered.length < 40 ? answered.length : 40),
               answered.text, r->question[0] ? r->question : "the value");
    return refuse(why, r->reason);
}

// The text between the quotes behind a key of the line, such as ",\"game\":\""; "" when it has none.
// A position can't hold a key: its quotes are escaped.
static struct word json_text(const struct resume *r, const char *key)
{
    const char *found = strstr(r->text, key);
    if (!found)
        return word_of("");
    found += strlen(key);
    return (struct word){found, strcspn(found, "\"")};
}

// Whether a line of JSON answers what is asked for.
static enum resume_found check_json(struct resume *r, const struct resume_wanted *wanted,
                                    const char **why)
{
    struct word game = json_text(r, ",\"game\":\""), question = json_text(r, ",\"question\":\"");
    bool all_moves = strstr(r->text, ",\"moves\":{");
    if (strstr(r->text, ",\"error\":\""))
        return RESUME_HAS;
    if (game.length && !word_is(game, wanted->game))
        return refuse(why, another);
    if (!word_is(question, r->question))
        return refuse_question(r, question, why);
    if (all_moves != r->all_moves)
        return refuse(why, all_moves ? too_much : too_little);
    return RESUME_HAS;
}

static enum resume_found take_json(struct resume *r, const struct resume_wanted *wanted,
                                   bool *wrong, const char **why)
{
    char begin[6 * ANSWER_TEXT_MAX + 64];
    struct writer w = writer_on(begin, sizeof begin);
    if (!look(r) || r->cut)
        return !r->has || begins(r, "{") ? resume_cut(r, why) : refuse(why, not_ours);
    answer_write_json_position(wanted->position, &w);
    if (!begins(r, "{\"position\":") || r->length < 3 || r->text[r->length - 2] != '}')
        return refuse(why, not_ours);
    if (!begins(r, begin) || r->text[w.length] != ',')
        return refuse(why, another);
    if (check_json(r, wanted, why) == RESUME_OTHER)
        return RESUME_OTHER;
    *wrong = strstr(r->text, "\"wrong\":true") != NULL;
    take(r);
    r->whole = r->at;
    return RESUME_HAS;
}

// Reads "#12 35 empties".
static bool read_head(const struct resume *r, int64_t *number, int64_t *empties)
{
    struct word rest = {r->text, r->length}, word;
    return word_next(&rest, &word) && word.length > 1 && word.text[0] == '#' &&
           word_int((struct word){word.text + 1, word.length - 1}, 0, INT32_MAX, number) &&
           word_next(&rest, &word) && word_int(word, 0, CELLS_MAX, empties) &&
           word_next(&rest, &word) && word_is(word, "empties");
}

// What stands behind the speed in a line of text.
static struct word text_question(const struct resume *r)
{
    const char *speed = strstr(r->text, " nps");
    const char *behind = speed ? speed + strlen(" nps") : "";
    return word_trim((struct word){behind, strcspn(behind, "\n")});
}

// Passes over the lines of moves and of known scores below an answer. Returns how many there are of
// moves.
static int take_below(struct resume *r, bool *wrong)
{
    int moves = 0;
    *wrong = false;
    while (look(r) && begins(r, "  ") && !r->cut) {
        bool known = begins(r, "  wrong:");
        *wrong |= known;
        moves += !known;
        take(r);
    }
    return moves;
}

static enum resume_found take_text(struct resume *r, const struct resume_wanted *wanted,
                                   bool *wrong, const char **why)
{
    int64_t number, empties;
    if (!look(r) || begins(r, "total ") || (r->cut && begins(r, "t")))
        return resume_cut(r, why);
    if (r->cut)
        return begins(r, "#") ? resume_cut(r, why) : refuse(why, not_ours);
    if (!read_head(r, &number, &empties))
        return refuse(why, not_ours);
    if (number != wanted->number || empties != wanted->empties)
        return refuse(why, another);
    if (!word_is(text_question(r), r->question))
        return refuse_question(r, text_question(r), why);
    // A finished game has no moves, and where no win by threats is found none is listed.
    bool no_moves = strstr(r->text, " none ") || strstr(r->text, " no win by ");
    int line = r->line;
    take(r);
    int moves = take_below(r, wrong);
    bool last = !r->has || r->cut;
    if (last && (r->all_moves || (r->has && begins(r, " "))))
        return resume_cut(r, why);
    if ((moves > 0) != r->all_moves && !(no_moves && moves == 0)) {
        r->line = line;
        return refuse(why, moves ? too_much : too_little);
    }
    r->whole = r->at;
    return RESUME_HAS;
}

enum resume_found resume_take(struct resume *r, const struct resume_wanted *wanted, bool *wrong,
                              const char **why)
{
    if (!r->active || (wanted->error && !r->json))
        return RESUME_ENDS;
    return r->json ? take_json(r, wanted, wrong, why) : take_text(r, wanted, wrong, why);
}

bool resume_end(struct resume *r, const char **why)
{
    if (!r->active)
        return true;
    if (look(r) && !r->cut && !begins(r, "total ")) {
        *why = "is the result of a position that the input does not have";
        return false;
    }
    return resume_cut(r, why) == RESUME_ENDS;
}

void resume_sync(struct resume *r, bool now)
{
    int64_t time = clock_now();
    if (!now && time - r->synced < 1000000000)
        return;
    fdatasync(r->fd);
    r->synced = time;
}
