/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/application.h"

struct _TsApplication
{
  AdwApplication parent_instance;
};

G_DEFINE_FINAL_TYPE (TsApplication, ts_application, ADW_TYPE_APPLICATION)

static void
ts_application_class_init (TsApplicationClass *klass)
{
}

static void
ts_application_init (TsApplication *self)
{
}

TsApplication *
ts_application_new (void)
{
  return g_object_new (TS_TYPE_APPLICATION, "application-id", TS_APP_ID, "flags",
                       G_APPLICATION_HANDLES_OPEN, NULL);
}

int
ts_application_run (int argc, char **argv)
{
  g_autoptr (TsApplication) app = ts_application_new ();

  return g_application_run (G_APPLICATION (app), argc, argv);
}
