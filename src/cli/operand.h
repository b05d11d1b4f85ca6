/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For the commands in this folder. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The databases that an operand of a command stands for: the file itself, several as the parts of a
 * run ("A,B"), those of a folder that holds the parts of one run, or what an import of the folder
 * makes in a temporary place, which goes with the operand. */
typedef struct
{
  GPtrArray *databases; /* char* */
  char *folder;         /* temporary; NULL: none */
} TsOperand;

/* FALSE with error when there is no data in the folder; a file is not looked at. */
gboolean
ts_operand_open (TsOperand *self, const char *path, GCancellable *cancellable, GError **error);
void ts_operand_clear (TsOperand *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TsOperand, ts_operand_clear)

G_END_DECLS
