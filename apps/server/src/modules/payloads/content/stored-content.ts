import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Platform } from '../../../core/platform.ts'
import {
  eachValue,
  type PayloadRow,
  preparedStatement,
  type Statement,
  storedJson,
  type TenantTransaction,
} from '../../../platform/database/index.ts'
import {
  type ByteRange,
  bytesInMemory,
  ObjectNotFound,
  ObjectRangeUnsatisfiable,
  type StoredBytes,
} from '../../../platform/objects/index.ts'

/** The most sealed bytes that are stored in the table. Larger contents are objects (docs/decisions/0025). */
const maxTableBytes = 16 * 1024

/** The columns of a payload that tell where its sealed bytes are stored. */
export type ContentPlace = Pick<PayloadRow, 'client' | 'payload_reference' | 's3_path' | 'is_content_in_table'>

/**
 * Whether the sealed bytes of a payload, when they arrive, are stored in the table. Content that was an object stays one: the
 * bytes of a Failed payload that is sent again replace those at its `s3_path`.
 * @param size of the sealed bytes
 */
export const belongsInTable = ({ s3_path }: Pick<ContentPlace, 's3_path'>, size: number): boolean =>
  s3_path === null && size <= maxTableBytes

/** Whether sealed bytes of the payload were stored. */
export const hasContent = ({ s3_path, is_content_in_table }: Omit<ContentPlace, 'client' | 'payload_reference'>) =>
  is_content_in_table || s3_path !== null

/**
 * Reads the sealed bytes of a payload, wherever they are stored; not within a transaction. Read the stream to its end or
 * destroy it.
 * @throws ObjectNotFound, or ObjectRangeUnsatisfiable if the range begins past the end, also for content in the table;
 * StorageUnavailable
 */
export const readStoredContent = async (
  platform: Pick<Platform, 'database' | 'objects'>,
  payload: ContentPlace,
  range?: ByteRange,
): Promise<Readable> => {
  if (!payload.is_content_in_table) return platform.objects.get(objectKeyOf(payload), range)
  const sealed = await contentInTable(platform, payload)
  if (range && range.start >= sealed.length) throw new ObjectRangeUnsatisfiable(nameOf(payload))
  return Readable.from([range ? sealed.subarray(range.start, range.end + 1) : sealed], { objectMode: false })
}

/**
 * Reads ranges of the sealed bytes of a payload, one after the other; not within a transaction. The memory of a chunk may be used
 * again for the next one.
 * @throws as `readStoredContent`, or when the first chunk of a range is read
 */
export const readStoredRanges = async (
  platform: Pick<Platform, 'database' | 'objects'>,
  payload: ContentPlace,
  ranges: readonly ByteRange[],
): Promise<StoredBytes> =>
  payload.is_content_in_table
    ? bytesInMemory(nameOf(payload), await contentInTable(platform, payload), ranges)
    : platform.objects.read(objectKeyOf(payload), ranges)

const nameOf = ({ payload_reference }: ContentPlace): string => `content of ${payload_reference}`

const objectKeyOf = (payload: ContentPlace): string => {
  if (payload.s3_path === null) throw new ObjectNotFound(nameOf(payload))
  return payload.s3_path
}

const contentInTable = async ({ database }: Pick<Platform, 'database'>, payload: ContentPlace): Promise<Buffer> => {
  const { client, payload_reference } = payload
  const [row] = await database.readOnce(client, originalContent({ client, payload_reference }))
  if (!row) throw new ObjectNotFound(nameOf(payload))
  return row.sealed
}

const originalContent = preparedStatement(
  'original content',
  (db, { client, payload_reference }: { client: string; payload_reference: string }) =>
    db
      .selectFrom('payload_contents')
      .select('sealed')
      .where('client', '=', client)
      .where('payload_reference', '=', payload_reference)
      .where('part', '=', 'original')
      .where('place', '=', 0),
)

const originalContents = preparedStatement(
  'original contents',
  (db, { client, references }: { client: string; references: readonly string[] }) =>
    db
      .selectFrom(eachValue(references, 'text'))
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('payload_contents')
            .select(['payload_reference', 'sealed'])
            .where('client', '=', client)
            .whereRef('payload_reference', '=', 'wanted.value')
            .where('part', '=', 'original')
            .where('place', '=', 0)
            .limit(1)
            .as('content'),
        (join) => join.onTrue(),
      )
      .selectAll('content'),
)

/** The sealed bytes of these payloads, by reference, as far as they are in the table. */
export const contentsInTable = async (
  { database }: Pick<Platform, 'database'>,
  client: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> => {
  if (references.length === 0) return new Map()
  const rows = await database.readOnce(client, originalContents({ client, references }))
  return new Map(rows.map(({ payload_reference, sealed }) => [payload_reference, sealed]))
}

export interface ArrivedContent {
  payload_reference: string
  sealed: Buffer
}

const insertContents = preparedStatement(
  'insert payload contents',
  (_, { client, rows }: { client: string; rows: string }) =>
    sql`insert into payload_contents (client, payload_reference, part, place, sealed)
      select ${client}::text, payload_reference, 'original', 0, decode(sealed, 'base64')
      from json_to_recordset(${rows}::json) as content (payload_reference text, sealed text)
      on conflict (client, payload_reference, part, place) do update set sealed = excluded.sealed`,
)

/**
 * The statement that stores sealed bytes in the table, for the transaction that moves their payloads to Uploaded. It replaces
 * the bytes of a Failed payload. The payloads' rows must exist.
 */
export const storeContentsStatement = (client: string, contents: readonly ArrivedContent[]): Statement =>
  insertContents({
    client,
    rows: storedJson(
      contents.map(({ payload_reference, sealed }) => ({ payload_reference, sealed: sealed.toString('base64') })),
    ),
  })

/** The sizes, by reference, of those among these payloads whose content is in the table. Does not read the content. */
export const sizesInTable = async (
  tx: TenantTransaction,
  payload_references: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (payload_references.length === 0) return new Map()
  const rows = await tx.db
    .selectFrom(eachValue(payload_references, 'text'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('payload_contents')
          .select(['payload_reference', sql<number>`octet_length(sealed)`.as('bytes')])
          .where('client', '=', tx.client)
          .whereRef('payload_reference', '=', 'wanted.value')
          .where('part', '=', 'original')
          .where('place', '=', 0)
          .limit(1)
          .as('content'),
      (join) => join.onTrue(),
    )
    .select(['content.payload_reference', 'content.bytes'])
    .execute()
  return new Map(rows.map(({ payload_reference, bytes }) => [payload_reference, bytes]))
}
