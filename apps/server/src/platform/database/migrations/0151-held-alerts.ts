/** Alerts that people cleared while their cause lasts: each watch looks for those of its condition every five minutes. */
export const heldAlerts: readonly string[] = [
  `create index alerts_held on app.alerts (client, condition, alert_key)
    where alert_state = 'Cleared' and updated_by is not null and quiet_since is null`,
]
