// SPDX-License-Identifier: MIT
#include "book/records/property.h"

#include <string.h>

bool property_open(struct record_reader *r)
{
    for (; r->at < r->length; r->at++) {
        if (r->text[r->at] != '(')
            continue;
        size_t bracket = r->at++;
        reader_skip_blanks(r);
        if (r->at == r->length || r->text[r->at] == ';') { // at the end it is one cut off
            r->begun = bracket;
            r->at += r->at < r->length;
            return true;
        }
        r->at--; // what stands here may open a record itself
    }
    return false;
}

bool property_name(struct record_reader *r, char name[PROPERTY_NAME_MAX])
{
    size_t n = 0;
    reader_skip_blanks(r);
    for (; r->at < r->length; r->at++) {
        char c = r->text[r->at];
        if (c >= 'A' && c <= 'Z' && n < PROPERTY_NAME_MAX - 1)
            name[n++] = c;
        else if (c < 'a' || c > 'z')
            break;
    }
    name[n] = '\0';
    return n > 0;
}

bool property_value(struct record_reader *r, struct word *value)
{
    reader_skip_blanks(r);
    if (r->at == r->length || r->text[r->at] != '[')
        return false;
    size_t begin = ++r->at;
    while (r->at < r->length && r->text[r->at] != ']')
        r->at += r->text[r->at] == '\\' && r->at + 1 < r->length ? 2 : 1;
    *value = (struct word){r->text + begin, r->at - begin};
    if (r->at == r->length)
        return false;
    r->at++;
    return true;
}

bool property_close(struct record_reader *r, int depth)
{
    struct word value;
    while (r->at < r->length && depth > 0) {
        char c = r->text[r->at];
        if (c == '[') {
            property_value(r, &value);
            continue;
        }
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        r->at++;
    }
    return depth == 0;
}

void property_text(struct game_record *out, size_t *text, struct word value, bool one_line)
{
    text_begin(out, text);
    for (size_t i = 0; i < value.length; i++) {
        char c = value.text[i];
        if (c == '\\' && ++i < value.length) {
            c = value.text[i];
            if (c == '\r' && i + 1 < value.length && value.text[i + 1] == '\n')
                c = value.text[++i];
            if (c == '\n' || c == '\r')
                continue; // a line broken for its length alone
        }
        text_put(out, one_line && c == '\n' ? ' ' : c);
    }
    text_end(out, text);
}

void out_property(struct record_out *out, const char *name, const char *value)
{
    if (!value[0])
        return;
    out_text(out, "%s[", name);
    for (; *value; value++) {
        if (*value == '\\' || *value == ']')
            out_bytes(out, "\\", 1);
        out_bytes(out, value, 1);
    }
    out_bytes(out, "]", 1);
}

bool property_begins(struct word bytes, struct word *root)
{
    struct word text = opening_of(bytes);
    size_t i = 0;
    while (i < text.length &&
           ((unsigned char)text.text[i] <= ' ' || (text.text[i] >= '0' && text.text[i] <= '9')))
        i++; // GGS tells first how many games follow
    if (i == text.length || text.text[i++] != '(')
        return false;
    while (i < text.length && (unsigned char)text.text[i] <= ' ')
        i++;
    *root = (struct word){text.text + i, text.length - i};
    return i < text.length && text.text[i] == ';';
}
