/** Who silenced an alert. It stays unknown of silences that were made before. */
export const silencedBy: readonly string[] = ['alter table app.alerts add column silenced_by text']
