/** Whether the next run of a transfer sends only what somebody asked for, and leaves what failed besides as it is. */
export const recordingsAskedFor: readonly string[] = [
  'alter table app.transfers add column is_asked_only boolean not null default false',
]
