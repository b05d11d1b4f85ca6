/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
/* Of src/structure; nothing else includes it. */

#include <glib.h>

G_BEGIN_DECLS

/* The longest common subsequence of two sequences of keys (E. W. Myers, An O(ND) difference
 * algorithm and its variations, Algorithmica 1, 1986, section 4a). partner, of n entries, gets the
 * index in b of every a[i], or G_MAXUINT32. Sequences with more than some thousand differences are
 * matched by the k-th occurrence of each key instead. */
void ts_sequence_match (const guint32 *a, guint32 n, const guint32 *b, guint32 m, guint32 *partner);

G_END_DECLS
