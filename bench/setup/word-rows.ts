import { importPublicKey, sealBytes } from '@holdfast/custody'
import type pg from 'pg'
import { keysOf, readWordIndex, turnOnWordSearch, type WordHashes } from '../../apps/server/src/modules/words/index.ts'
import { client, type Installation } from './installation.ts'

const vocabulary = 5_000
const wordsOfMessage = 12

/** The word with this rank: the first one is the most frequent. */
export const wordOfRank = (rank: number): string =>
  `zq${rank.toString(26).replace(/[0-9]/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}w${rank}`

/** Turns the search on and gives each message 12 words, of which few are frequent and most are rare. */
export const fillWords = async ({ platform, owner }: Installation): Promise<WordHashes> => {
  const hashes = await platform.database.transaction(client, async (tx) => {
    await turnOnWordSearch(tx, platform.keys)
    return (await readWordIndex(tx, platform.keys))?.hashes
  })
  if (!hashes) throw new Error('The search is off')
  await owner.query(`update app.word_indexes set state = 'ready' where client = $1`, [client])
  await owner.query('create temporary table bench_words (rank integer primary key, word bigint not null)')
  const ranks = Array.from({ length: vocabulary }, (_, rank) => rank + 1)
  const words = ranks.map((rank) => hashes.ofWord('message', keyOfRank(rank)))
  await owner.query('insert into bench_words select * from unnest($1::integer[], $2::bigint[])', [ranks, words])
  await owner.query(`insert into app.payload_words (client, word, "group", payload_type, payload_time, payload_reference)
    select distinct p.client, b.word, p."group", p.payload_type, p.payload_time, p.payload_reference
    from app.payloads p cross join generate_series(1, ${wordsOfMessage}) slot
    join bench_words b on b.rank = 1 + floor(exp(ln(${vocabulary}) * (
      (hashtextextended(p.payload_reference, slot) & 2147483647)::double precision / 2147483648)))::integer - 1
    where p.payload_type in ('SMS', 'MMS', 'RCS') and p.payload_state = 'Processed'`)
  await owner.query('vacuum (analyze) app.payload_words')
  await owner.query('checkpoint')
  return hashes
}

export const keyOfRank = (rank: number): string => keysOf({ folded: wordOfRank(rank) })[0] ?? ''

/** Seals a text for messages, so that snippets of them can be shown. */
export const fillContents = async (
  { platform, owner }: Installation,
  payload_references: ReadonlySet<string>,
  text: string,
): Promise<void> => {
  const current = await platform.database.read(client, (tx) => platform.clientKeys.currentPublicKey(tx))
  if (!current) throw new Error('The account has no key')
  const public_key = await importPublicKey(current.public_key)
  for (const payload_reference of payload_references) {
    const { payload_type, device_reference } = await rowOf(owner, payload_reference)
    const context = { payload_reference, payload_type, device_reference, public_key }
    const { content, ...seal } = await sealBytes(Buffer.from(JSON.stringify({ text })), context)
    await owner.query(
      `update app.payloads set is_content_in_table = true, s3_path = null, key_id = $3, encrypted_dek = $4, iv = $5,
        checksum = $6, size = $7 where client = $1 and payload_reference = $2`,
      [client, payload_reference, seal.key_id, seal.encrypted_dek, seal.iv, seal.checksum, seal.size],
    )
    await owner.query(
      `insert into app.payload_contents values ($1, $2, 'original', 0, $3) on conflict (client, payload_reference, part, place) do update set sealed = excluded.sealed`,
      [client, payload_reference, Buffer.from(content)],
    )
  }
}

const rowOf = async (owner: pg.Client, payload_reference: string) => {
  const { rows } = await owner.query(
    'select payload_type, device_reference from app.payloads where client = $1 and payload_reference = $2',
    [client, payload_reference],
  )
  return rows[0]
}
