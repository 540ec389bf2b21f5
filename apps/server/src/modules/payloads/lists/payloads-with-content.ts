import { compiledStatement, eachValue, type Statement } from '../../../platform/database/index.ts'

/** The columns that opening a payload and moving it to another state need, and its sealed bytes; `null` without bytes in the table. */
export type PayloadWithContent =
  ReturnType<typeof payloadsWithContentStatement> extends Statement<infer Row> ? Row : never

/**
 * The payloads with one of the references, with their content if that is in the table. Not prepared, for the reason that
 * `usedSequencesStatement` tells.
 */
export const payloadsWithContentStatement = compiledStatement(
  (db, { client, references }: { client: string; references: readonly string[] }) =>
    db
      .selectFrom(eachValue(references, 'text'))
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('payloads')
            .select([
              'client',
              'payload_reference',
              'payload_type',
              'payload_state',
              'group',
              'device_reference',
              'key_id',
              'encrypted_dek',
              'iv',
              'size',
              's3_path',
              'is_content_in_table',
              'is_personal_number',
              'state_before_deletion',
              'checksum',
              'media',
              'failure',
              'unusual',
              'lost_passes',
              'is_legacy',
              'thread_id',
              'payload_time',
              'uploaded_at',
              'processed_at',
            ])
            .where('client', '=', client)
            .whereRef('payload_reference', '=', 'wanted.value')
            .limit(1)
            .as('payload'),
        (join) => join.onTrue(),
      )
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('payload_contents')
            .select('sealed')
            .where('client', '=', client)
            .whereRef('payload_reference', '=', 'wanted.value')
            .where('part', '=', 'original')
            .where('place', '=', 0)
            // Without it, PostgreSQL may join the whole table, with all contents, instead of looking up each.
            .limit(1)
            .as('content'),
        (join) => join.onTrue(),
      )
      .selectAll('payload')
      .select('content.sealed'),
)
