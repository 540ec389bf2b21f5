/**
 * Until when an export or download that was begun counts as running; renewed while it runs, and `null` once its end is on the trail. One
 * whose process died is found by it.
 */
export const runningFiles: readonly string[] = ['exports', 'downloads'].flatMap((table) => [
  `alter table app.${table} add column running_until timestamptz(3)`,
  `create index ${table}_running on app.${table} (client, running_until) where running_until is not null`,
])
