import { buffer } from 'node:stream/consumers'
import type { Platform } from '../src/core/platform.ts'
import { readStoredContent } from '../src/modules/payloads/index.ts'

type Stores = Pick<Platform, 'database' | 'objects'>

const payloadOf = ({ database }: Stores, client: string, payload_reference: string) =>
  database.read(client, (tx) =>
    tx.db
      .selectFrom('payloads')
      .selectAll()
      .where('client', '=', client)
      .where('payload_reference', '=', payload_reference)
      .executeTakeFirstOrThrow(),
  )

/** The sealed bytes of a payload, wherever they are stored. */
export const storedBytes = async (stores: Stores, client: string, payload_reference: string): Promise<Buffer> =>
  buffer(await readStoredContent(stores, await payloadOf(stores, client, payload_reference)))

/** Damages the stored bytes of a payload, wherever they are: replaces them or, with `null`, removes them. */
export const replaceStoredBytes = async (
  stores: Stores,
  client: string,
  payload_reference: string,
  bytes: Uint8Array | null,
): Promise<void> => {
  const { s3_path } = await payloadOf(stores, client, payload_reference)
  if (s3_path !== null) {
    await (bytes === null ? stores.objects.delete(s3_path) : stores.objects.put(s3_path, bytes))
    return
  }
  await stores.database.transaction(client, async (tx) => {
    await tx.db
      .deleteFrom('payload_contents')
      .where('client', '=', client)
      .where('payload_reference', '=', payload_reference)
      .execute()
    if (bytes === null) return
    const content = { client, payload_reference, part: 'original', place: 0, sealed: Buffer.from(bytes) }
    await tx.db.insertInto('payload_contents').values(content).execute()
  })
}
