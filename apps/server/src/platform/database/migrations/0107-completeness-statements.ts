import { rowLevelSecurity } from './0001-foundation.ts'

/** Signed monthly statements of completeness, with their files as they were signed. They never change (docs/decisions/0067). */
export const completenessStatements: readonly string[] = [
  `create table app.completeness_statements (
    client text not null, statement_reference text not null, "group" text not null, month text not null, locale text not null,
    created_at timestamptz(3) not null, created_by text not null, key_id text not null, public_key text not null,
    content jsonb not null, pdf bytea not null, pdf_sha256 text not null, csv bytea not null, csv_sha256 text not null,
    manifest text not null, signature bytea not null,
    primary key (client, statement_reference))`,
  ...rowLevelSecurity('completeness_statements'),
  'revoke update, delete on app.completeness_statements from holdfast_app',
  'create index on app.completeness_statements (client, "group", month, statement_reference)',
]
