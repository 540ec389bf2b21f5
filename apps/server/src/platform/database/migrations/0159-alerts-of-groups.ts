/** The alerts of one group, or of people who see few groups: without it, a list of a million alerts was read whole for a page. */
export const alertsOfGroups: readonly string[] = [
  'create index alerts_of_group on app.alerts (client, "group", last_occurrence, alert_reference)',
]
