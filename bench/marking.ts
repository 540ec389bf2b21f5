import { calls, fullPath, limits } from '@holdfast/contract'
import { newId } from '../apps/server/src/platform/identifiers.ts'
import { type Figure, median, milliseconds, printTable, times, whole } from './report.ts'
import type { ChildServer } from './setup/child-server.ts'
import { withFilledApi } from './setup/filled-api.ts'
import { client, type Installation } from './setup/installation.ts'
import { signIn } from './setup/sign-in.ts'

const batches = 15
const batchSize = limits.maxReferencesInBatch
const person = 'reviewer'
const disposition = 'No concern'
const barMs = 300

/** Marking 100 recordings as reviewed by one call, beside the same rows in a bare transaction. */
export const run = (): Promise<Figure[]> =>
  withFilledApi(
    { [person]: [{ actions_matching: 'payloads:read' }, { actions_matching: 'reviews:*' }] },
    ({ installation, api, rows }) => measure(installation, api, rows),
  )

const measure = async (installation: Installation, api: ChildServer, rows: number): Promise<Figure[]> => {
  const token = await signIn(api.origin, person)
  const references = await referencesOf(installation, 2 * batches * batchSize)
  const taken = { own: [] as number[], bare: [] as number[] }
  const next = () => references.splice(0, batchSize)
  for (let batch = 0; batch < batches; batch++) {
    taken.own.push(await timeOf(() => markByCall(api.origin, token, next())))
    taken.bare.push(await timeOf(() => markBare(installation, next())))
  }
  const [own, bare] = [median(taken.own), median(taken.bare)]
  printTable(
    `Marking ${batchSize} of ${whole(rows)} recordings as reviewed, ${batches} times`,
    ['side', 'median', 'slowest', 'Holdfast is'],
    [
      ['Holdfast', milliseconds(own), milliseconds(Math.max(...taken.own)), ''],
      ['bare', milliseconds(bare), milliseconds(Math.max(...taken.bare)), times(own / bare)],
    ],
  )
  return [
    {
      name: `Marking ${batchSize} recordings as reviewed`,
      value: `${milliseconds(own)}, ${times(own / bare)} a bare transaction`,
      bar: `≤ ${barMs} ms`,
      meets: own <= barMs,
    },
  ]
}

const timeOf = async (work: () => Promise<void>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Recordings from all over the table. */
const referencesOf = async ({ owner }: Installation, count: number): Promise<string[]> => {
  const { rows } = await owner.query<{ payload_reference: string }>(
    `select payload_reference from app.payloads where client = $1 and payload_state = 'Processed'
     order by md5(payload_reference) limit $2`,
    [client, count],
  )
  if (rows.length < count) throw new Error(`there are only ${rows.length} processed recordings`)
  return rows.map(({ payload_reference }) => payload_reference)
}

const markByCall = async (origin: string, token: string, payload_references: readonly string[]): Promise<void> => {
  const response = await fetch(`${origin}${fullPath(calls.markReviewed).replace('{client}', client)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ payload_references, disposition }),
  })
  const { items } = (await response.json()) as { items?: { result: string }[] }
  if (!items?.every(({ result }) => result === 'reviewed')) throw new Error(`${response.status}, not all were marked`)
}

/** The marks, the recordings' own columns and their custody, without rights, checks, counters, notices and the trail. */
const markBare = async ({ owner }: Installation, references: readonly string[]): Promise<void> => {
  const ids = references.map(() => newId())
  await owner.query('begin')
  await owner.query(
    `select 1 from app.payloads where client = $1 and payload_reference = any($2) order by payload_reference for update`,
    [client, references],
  )
  await owner.query(
    `insert into app.review_marks (client, payload_reference, mark_reference, reviewed_by, reviewed_at, disposition)
     select $1, reference, id, $4, now(), $5 from unnest($2::text[], $3::text[]) as mark (reference, id)`,
    [client, references, ids, person, disposition],
  )
  await owner.query(
    `update app.payloads set reviewed_at = now(), reviewed_by = $3, disposition = $4, updated_at = now(), updated_by = $3
     where client = $1 and payload_reference = any($2)`,
    [client, references, person, disposition],
  )
  await owner.query(
    `insert into app.custody_events (client, event_id, payload_reference, event, occurred_at, actor_kind, actor, details)
     select $1, id, reference, 'payload.reviewed', now(), 'portal_user', $4, '{}' from unnest($2::text[], $3::text[]) as event (reference, id)`,
    [client, references, ids, person],
  )
  await owner.query('commit')
}
