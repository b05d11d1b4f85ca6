/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/notice-bar.h"

struct _TsNoticeBar
{
  GtkWidget parent_instance;

  GtkWidget *revealer;
  GtkWidget *box;
  GtkWidget *icon;
  GtkWidget *spinner;
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
  ts_notice_bar_set_busy (self, FALSE);
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
ts_notice_bar_set_busy (TsNoticeBar *self, gboolean busy)
{
  g_return_if_fail (TS_IS_NOTICE_BAR (self));
  gtk_widget_set_visible (self->icon, !busy);
  gtk_widget_set_visible (self->spinner, busy);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), busy);
}

void
ts_notice_bar_hide (TsNoticeBar *self)
{
  g_return_if_fail (TS_IS_NOTICE_BAR (self));
  ts_notice_bar_set_busy (self, FALSE);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), FALSE);
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
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/trendscope/Trendscope/notice-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, TsNoticeBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, TsNoticeBar, box);
  gtk_widget_class_bind_template_child (widget_class, TsNoticeBar, icon);
  gtk_widget_class_bind_template_child (widget_class, TsNoticeBar, spinner);
  gtk_widget_class_bind_template_child (widget_class, TsNoticeBar, label);
  gtk_widget_class_bind_template_child (widget_class, TsNoticeBar, progress);
  gtk_widget_class_bind_template_child (widget_class, TsNoticeBar, button);
  gtk_widget_class_bind_template_child (widget_class, TsNoticeBar, close);
  gtk_widget_class_bind_template_callback (widget_class, ts_notice_bar_hide);
}

static void
ts_notice_bar_init (TsNoticeBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
