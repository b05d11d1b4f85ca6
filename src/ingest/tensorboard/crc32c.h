/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the wing tensorboard. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The CRC-32C (Castagnoli, reflected polynomial 0x82F63B78) of length bytes. */
guint32 ts_crc32c (const void *data, gsize length);

/* The same as event files hold it: rotated right by 15 bits, plus 0xA282EAD8, modulo 2^32, so that
 * the checksum of data that holds checksums is no trivial one. */
guint32 ts_crc32c_masked (const void *data, gsize length);

G_END_DECLS
