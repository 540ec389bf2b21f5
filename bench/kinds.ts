import { calls, fullPath } from '@holdfast/contract'
import type pg from 'pg'
import { type Figure, median, milliseconds, percentile, printTable, times, whole } from './report.ts'
import type { ChildServer } from './setup/child-server.ts'
import { withFilledApi } from './setup/filled-api.ts'
import { addressOf, client, type Installation } from './setup/installation.ts'
import { pageSize, permissionsOfReaders, readers } from './setup/list-cases.ts'
import { processorMilliseconds } from './setup/processor-time.ts'
import { signIn } from './setup/sign-in.ts'

/** As the portal lists them: diagnostics are in no list of several kinds. */
const allKinds = 'Call AbortedCall BlockedCall SMS MMS RCS Photo Video AR Interview'.split(' ')
const oneKind = ['Call', 'AbortedCall', 'BlockedCall']
const number = '+442079469999'
const person = 'user-7'
const pairItems = 50_000
const rounds = 100

type Query = Readonly<Record<string, readonly string[]>>

/** First pages of all kinds beside those of one kind, and of everything between a person and a number. */
export const run = (): Promise<Figure[]> =>
  withFilledApi(permissionsOfReaders, async ({ installation, api, rows }) => {
    const rare = await fillPair(installation.owner, rows)
    return measureKinds(installation, api, { rows, rare })
  })

/**
 * Gives `pairItems` recordings of a person the same number, spread over the whole period, and as many recordings of others.
 * @returns a person with few recordings of the number
 */
export const fillPair = async (owner: pg.Client, rows: number): Promise<string> => {
  const step = Math.max(1, Math.floor(rows / (2 * pairItems)))
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `with changed as (
       update app.payloads set numbers = array[$2],
         device_user_reference = case when sequence % ($3 * 2) = 0 then $4 else device_user_reference end
       where client = $1 and sequence % $3 = 0 returning payload_reference)
     update app.payload_numbers n set number = $2 from changed
     where n.client = $1 and n.payload_reference = changed.payload_reference`,
    [client, number, step, person],
  )
  await owner.query('set session_replication_role = origin')
  await owner.query('vacuum analyze app.payloads, app.payload_numbers')
  const { rows: found } = await owner.query<{ device_user_reference: string }>(
    `select device_user_reference from app.payloads where client = $1 and sequence = $2`,
    [client, step],
  )
  return found[0]?.device_user_reference ?? ''
}

export const measureKinds = async (
  { databasePid }: Pick<Installation, 'databasePid'>,
  api: ChildServer,
  { rows, rare }: { rows: number; rare: string },
): Promise<Figure[]> => {
  const queries: Readonly<Record<string, Query>> = {
    'one kind': { payload_types: oneKind },
    'all kinds': { payload_types: allKinds },
    [`a pair with ${whole(pairItems)}`]: {
      payload_types: allKinds,
      numbers: [number],
      device_user_references: [person],
    },
    'the same number, a person with few': {
      payload_types: allKinds,
      numbers: [number],
      device_user_references: [rare],
    },
  }
  const measured: { reader: string; name: string; p50: number; p95: number; processor: number }[] = []
  for (const reader of readers) {
    const token = await signIn(api.origin, reader)
    for (const [name, query] of Object.entries(queries)) {
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': addressOf(measured.length) }
      const path = `${api.origin}${fullPath(calls.listPayloads).replace('{client}', client)}?${parametersOf(query)}`
      for (let warm = 0; warm < 10; warm++) await page(path, headers)
      const taken: number[] = []
      const before = processorMilliseconds([api.pid, databasePid])
      for (let round = 0; round < rounds; round++) {
        const began = performance.now()
        await page(path, headers)
        taken.push(performance.now() - began)
      }
      const processor = (processorMilliseconds([api.pid, databasePid]) - before) / rounds
      taken.sort((one, other) => one - other)
      measured.push({ reader, name, p50: median(taken), p95: percentile(taken, 0.95), processor })
    }
  }
  printTable(
    `First pages of ${pageSize} of ${whole(rows)} recordings`,
    ['reader: list', 'p50', 'p95', 'processor'],
    measured.map(({ reader, name, p50, p95, processor }) => [
      `${reader}: ${name}`,
      milliseconds(p50),
      milliseconds(p95),
      milliseconds(processor),
    ]),
  )
  return readers.flatMap((reader) => {
    const [one, all, pair] = measured.filter((each) => each.reader === reader)
    if (!one || !all || !pair) return []
    const ratio = all.processor / one.processor
    return [
      { name: `All kinds beside one, processor (${reader})`, value: times(ratio), bar: '≤ 1.5×', meets: ratio <= 1.5 },
      {
        name: `Pair, first page, p95 (${reader})`,
        value: milliseconds(pair.p95),
        bar: '≤ 300 ms',
        meets: pair.p95 <= 300,
      },
    ]
  })
}

const parametersOf = (query: Query): URLSearchParams => {
  const parameters = new URLSearchParams({ limit: String(pageSize) })
  for (const [name, values] of Object.entries(query)) {
    for (const [at, value] of values.entries()) parameters.set(`filter[${name}][${at}]`, value)
  }
  return parameters
}

const page = async (path: string, headers: Record<string, string>): Promise<void> => {
  const answer = await fetch(path, { headers })
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
  const { items } = (await answer.json()) as { items: readonly unknown[] }
  if (items.length === 0) throw new Error(`${path} found nothing`)
}
