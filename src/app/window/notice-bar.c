/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/notice-bar.h"

#include <glib/gi18n-lib.h>

struct _TsNoticeBar
{
  GtkWidget parent_instance;

  GtkWidget *revealer;
  GtkWidget *box;
  GtkWidget *icon;
  GtkWidget *label;
  GtkWidget *progress;
  GtkWidget *button;
  GtkWidget *close;
};

G_DEFINE_FINAL_TYPE (TsNoticeBar, ts_notice_bar, GTK_TYPE_WIDGET)

void
ts_notice_bar_show (TsNoticeBar *self,
                    TsSeverity severity,
                    const char *text,
                    const char *label,
                    const char *action,
                    gboolean closable)
{
  static const char *const icons[]
      = { "dialog-information-symbolic", "dialog-warning-symbolic", "dialog-error-symbolic" };
  static const char *const classes[] = { "info", "warning", "error" };

  g_return_if_fail (TS_IS_NOTICE_BAR (self));
  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), icons[severity]);
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    gtk_widget_remove_css_class (self->box, classes[i]);
  gtk_widget_add_css_class (self->box, classes[severity]);
  ts_notice_bar_set_text (self, text);
  gtk_widget_set_visible (self->button, label != NULL);
  if (label != NULL)
    gtk_button_set_label (GTK_BUTTON (self->button), label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), action);
  gtk_widget_set_visible (self->close, closable);
  ts_notice_bar_set_fraction (self, -1);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), TRUE);
}

void
ts_notice_bar_set_text (TsNoticeBar *self, const char *text)
{
  g_return_if_fail (TS_IS_NOTICE_BAR (self));
  gtk_label_set_text (GTK_LABEL (self->label), text);
  gtk_widget_set_tooltip_text (self->label, text);
}

void
ts_notice_bar_set_fraction (TsNoticeBar *self, double fraction)
{
  g_return_if_fail (TS_IS_NOTICE_BAR (self));
  gtk_widget_set_visible (self->progress, fraction >= 0);
  if (fraction >= 0)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), MIN (fraction, 1));
}

void
ts_notice_bar_hide (TsNoticeBar *self)
{
  g_return_if_fail (TS_IS_NOTICE_BAR (self));
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), FALSE);
}

gboolean
ts_notice_bar_is_shown (TsNoticeBar *self)
{
  g_return_val_if_fail (TS_IS_NOTICE_BAR (self), FALSE);
  return gtk_revealer_get_reveal_child (GTK_REVEALER (self->revealer));
}

static void
ts_notice_bar_dispose (GObject *object)
{
  g_clear_pointer (&TS_NOTICE_BAR (object)->revealer, gtk_widget_unparent);
  G_OBJECT_CLASS (ts_notice_bar_parent_class)->dispose (object);
}

static void
ts_notice_bar_class_init (TsNoticeBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ts_notice_bar_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "noticebar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_STATUS);
}

static void
ts_notice_bar_init (TsNoticeBar *self)
{
  self->icon = gtk_image_new ();
  self->label = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  gtk_widget_set_hexpand (self->label, TRUE);
  self->progress = gtk_progress_bar_new ();
  gtk_widget_set_valign (self->progress, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (self->progress, 240, -1);
  self->button = gtk_button_new ();
  gtk_button_set_use_underline (GTK_BUTTON (self->button), TRUE);
  self->close = gtk_button_new_from_icon_name ("window-close-symbolic");
  gtk_widget_add_css_class (self->close, "flat");
  gtk_widget_add_css_class (self->close, "circular");
  gtk_widget_set_tooltip_text (self->close, _ ("Hide"));
  g_signal_connect_swapped (self->close, "clicked", G_CALLBACK (ts_notice_bar_hide), self);

  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_widget_add_css_class (self->box, "notice");
  gtk_box_append (GTK_BOX (self->box), self->icon);
  gtk_box_append (GTK_BOX (self->box), self->label);
  gtk_box_append (GTK_BOX (self->box), self->progress);
  gtk_box_append (GTK_BOX (self->box), self->button);
  gtk_box_append (GTK_BOX (self->box), self->close);
  self->revealer = gtk_revealer_new ();
  gtk_revealer_set_child (GTK_REVEALER (self->revealer), self->box);
  gtk_widget_set_parent (self->revealer, GTK_WIDGET (self));
}

GtkWidget *
ts_notice_bar_new (void)
{
  return g_object_new (TS_TYPE_NOTICE_BAR, NULL);
}
