/** By whom a recording is played in which session, so that all addresses of a recording share the time that reports may claim. */
export const players: readonly string[] = [
  'alter table app.playbacks add column player text',
  'create index on app.playbacks (client, player)',
]
