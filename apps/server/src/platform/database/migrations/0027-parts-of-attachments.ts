/**
 * Parts of files that are attached to messages: `place` is that of the file among them, and 0 for a recording itself.
 * `attempts` counts how often a part with a `failure` was tried. A part that begins with what is known only at its end has its
 * first bytes in `sealed`, with an iv of their own, beside the object at `s3_path`.
 */
export const partsOfAttachments: readonly string[] = [
  'alter table app.derived_media add column place smallint not null default 0',
  'alter table app.derived_media add column attempts smallint not null default 1',
  'alter table app.derived_media add column head_iv text',
  `alter table app.derived_media drop constraint derived_media_pkey,
    add primary key (client, payload_reference, part, place)`,
]
