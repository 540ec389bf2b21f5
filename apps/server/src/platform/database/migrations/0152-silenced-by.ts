/** The person who silenced an alert. Unknown for silences from before this column. */
export const silencedBy: readonly string[] = ['alter table app.alerts add column silenced_by text']
