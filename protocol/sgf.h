// SPDX-License-Identifier: MIT
// sgf.h - reading a game record in the Smart Game Format: the main line of an Othello or Gomoku
// game.
#ifndef PROTOCOL_SGF_H
#define PROTOCOL_SGF_H

#include "engine/session.h"

// Loads the first game of an SGF text into the session, up to but not including move `stop_before`
// (counted from 1; 0 = all). The board size and game come from SZ and GM (2 Othello, 4 Gomoku);
// what they do not say stays as it is. False says why and changes nothing.
bool sgf_load(struct session *s, struct word text, int stop_before, const char **why);

#endif
