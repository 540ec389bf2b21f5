/** With which version of its words an index was built (docs/decisions/0029). Those that exist were built with the first. */
export const versionOfWordIndex: readonly string[] = [
  'alter table app.word_indexes add column index_version smallint not null default 1',
]
