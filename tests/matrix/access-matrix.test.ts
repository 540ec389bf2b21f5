import { readFileSync } from 'node:fs'
import { type CallDeclaration, calls, fullPath } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessMatrix } from './access-matrix.ts'
import { openAnswer, type Try } from './answers.ts'
import { allCallers, type Caller } from './callers.ts'
import { thingsAllowed, thingsFound } from './found-things.ts'
import { allowedGroups, groupedLists, listedGroups } from './grouped-lists.ts'
import { contentsOfTables } from './left-behind.ts'
import { accountOf, expectation, nameOnTrail, type Verdict } from './plain-rules.ts'
import { severalAtOnce } from './several-at-once.ts'
import { Stage } from './stage.ts'
import { customer, provider } from './standing-things.ts'
import { tries } from './tries.ts'
import { addressOf, type Cell, type Seen, tryAll } from './trying.ts'

/**
 * Makes every call of the call table as every kind of caller, and compares the answers with a naive evaluation of the
 * rules.
 */

const cells: readonly Cell[] = tries.flatMap((attempt) =>
  allCallers.map((caller) => ({ attempt, caller, mark: `${tries.indexOf(attempt)} by ${allCallers.indexOf(caller)}` })),
)
const expected = ({ attempt, caller }: Cell) => expectation(attempt, caller)
const isRefused = (cell: Cell): boolean => expected(cell).verdict !== 'open' && expected(cell).status >= 400
const endsSession = ({ attempt }: Cell): boolean => attempt.name === 'signOut'

let stage: Stage
const seen = new Map<Cell, Seen>()
const contents: Record<string, string>[] = []
/** For each list and caller, the groups of the listed items. */
const listed = new Map<string, Map<Caller, (string | null)[]>>()
let found = new Map<Caller, string[]>()
const lookers = allCallers.filter(({ at, kind }) => at === customer && (kind === 'person' || kind === 'visitor'))

beforeAll(async () => {
  stage = await Stage.open()
  contents.push(await contentsOfTables(stage.server))
  await note(cells.filter(isRefused))
  contents.push(await contentsOfTables(stage.server))
  const getThrough = cells.filter((cell) => !isRefused(cell))
  await note(getThrough.filter((cell) => !endsSession(cell)))
  for (const [name, list] of groupedLists)
    listed.set(name, await severalAtOnce(lookers, 4, (caller) => listedGroups(stage, caller, list)))
  found = await severalAtOnce(lookers, 4, (caller) => thingsFound(stage, caller))
  await note(getThrough.filter(endsSession))
}, 900_000)
afterAll(() => stage?.close())

const note = async (some: readonly Cell[]): Promise<void> => {
  for (const [cell, answer] of await tryAll(stage, some)) seen.set(cell, answer)
}

const byCaller = <T>(attempt: Try, told: (cell: Cell) => T): Record<string, T> =>
  Object.fromEntries(
    cells.filter((cell) => cell.attempt === attempt).map((cell) => [columnOf(cell.caller), told(cell)]),
  )

const columnOf = ({ name, kind, at }: Caller): string => `${name} (${kind}) at ${at}`

const rows = tries.map((attempt) => [`${attempt.name} ${attempt.about ?? ''}`, attempt] as const)

describe('each caller gets the answer that the rules require', () => {
  it.each(rows)('%s', (_name, attempt) => {
    const told = (answer: { status: number; code: string | null }): string =>
      // An answer to HEAD has no body with a code.
      attempt.call.method === 'HEAD' ? String(answer.status) : `${answer.status} ${answer.code ?? ''}`
    const answered = byCaller(attempt, (cell) => told(seen.get(cell) ?? { status: 0, code: 'not tried' }))
    expect(answered).toEqual(byCaller(attempt, (cell) => told(expected(cell))))
  })
})

it('answers agree with the OpenAPI document', () => {
  const problems = [...seen].flatMap(([{ attempt }, answer]) =>
    answer.undocumented.map((problem) => `${attempt.name}: ${problem}`),
  )
  expect([...new Set(problems)]).toEqual([])
})

it('every call of the table is made', () => {
  expect(new Set(tries.map(({ call }) => call))).toEqual(new Set<CallDeclaration>(Object.values(calls)))
})

it('every call that is not public is allowed to some callers and refused to others', () => {
  for (const call of new Set(tries.filter(({ call: { action } }) => action !== 'public').map((one) => one.call))) {
    const verdicts = new Set(cells.filter((cell) => cell.attempt.call === call).map((cell) => expected(cell).verdict))
    expect([fullPath(call), [...verdicts]]).toEqual([fullPath(call), expect.arrayContaining(['open', 'refused'])])
  }
})

it('no call exists below the path of the other portal', async () => {
  const [highest] = allCallers.filter(({ name, kind }) => name === 'Compliance Officer' && kind === 'person')
  const { headers = {} } = (highest && stage.cast.get(highest)) ?? {}
  const served = new Set(tries.map(({ call }) => `${call.method} ${fullPath(call)}`))
  for (const { name, call, ...attempt } of tries) {
    const catalogue = call.catalogue === 'client' ? 'admin-client' : 'client'
    const moved = { ...call, catalogue } as const
    if (served.has(`${call.method} ${fullPath(moved)}`)) continue
    const response = await stage.server.call(call.method, addressOf({ ...attempt, name, call: moved }, customer), {
      headers,
      ...(attempt.body ? { body: attempt.body } : {}),
    })
    expect([name, response.status]).toEqual([name, 404])
    if (call.method !== 'HEAD') expect(await response.json()).toMatchObject({ code: 'request.unknown_call' })
  }
})

it('refused calls change nothing', () => {
  expect(contents[1]).toEqual(contents[0])
})

describe('the trail names the caller of each refused call', () => {
  const trailOf = (client: string) =>
    stage.server.api.platform.database.read(client, (tx) =>
      tx.db
        .selectFrom('user_activities')
        .select(['browser', 'user_id', 'status_code', 'denial_reason', 'is_allowed'])
        .where('client', '=', client)
        .execute(),
    )
  let trails: Record<string, Map<string, Awaited<ReturnType<typeof trailOf>>>>
  beforeAll(async () => {
    trails = {}
    for (const client of new Set(allCallers.flatMap(({ at }) => [at, provider]))) {
      trails[client] = Map.groupBy(await trailOf(client), ({ browser }) => browser ?? '')
    }
  })

  const entry = (client: string, { mark }: Cell) => trails[client]?.get(mark) ?? []
  const isOnTrailOfPeople = ({ attempt, caller }: Cell): boolean =>
    !(attempt.call.action === 'device' && caller.kind === 'handset')
  const shouldBe = (cell: Cell, user_id: string) => {
    const { status, code } = expected(cell)
    const reason = code === 'Ok' ? null : (code ?? null)
    const isDenied = [401, 403, 404].includes(status) || (status === 200 && reason !== null)
    return [
      {
        browser: cell.mark,
        user_id,
        status_code: status,
        denial_reason: reason,
        is_allowed: !isDenied,
      },
    ]
  }

  it.each(rows)('%s', (_name, attempt) => {
    const own = cells.filter((cell) => cell.attempt === attempt && isOnTrailOfPeople(cell))
    for (const cell of own) {
      if (expected(cell).code === 'auth.required') {
        // The caller is unknown: the provider's trail counts these calls (unauthenticated-calls.integration.test.ts).
        expect(accountOf(attempt.call, cell.caller) === provider || entry(customer, cell).length === 0).toBe(true)
        continue
      }
      const account = attempt.toldBy ?? accountOf(attempt.call, cell.caller)
      const ownName = stage.cast.get(cell.caller)?.user_reference ?? ''
      const user_id = nameOnTrail(attempt, cell.caller, ownName)
      expect(entry(account, cell)).toEqual(shouldBe(cell, user_id))
      const isVisit = cell.caller.kind === 'visitor' && account !== provider && user_id !== 'anonymous'
      if (isVisit) expect(entry(provider, cell)).toEqual(shouldBe(cell, ownName))
    }
  })
})

it('the search finds what the caller may see, and nothing else', () => {
  const told = lookers.map((caller) => [columnOf(caller), found.get(caller)])
  expect(told).toEqual(lookers.map((caller) => [columnOf(caller), thingsAllowed(caller)]))
})

describe('lists have only items of the groups that the caller may see', () => {
  it.each(groupedLists)('%s', (name, list) => {
    const told = lookers.map((caller) => [columnOf(caller), listed.get(name)?.get(caller)])
    expect(told).toEqual(lookers.map((caller) => [columnOf(caller), allowedGroups(caller, list)]))
  })
})

/** The verdict by the answer alone, without the rules. */
const verdictSeen = (attempt: Try, caller: Caller): Verdict => {
  const tried = cells.find((cell) => cell.attempt === attempt && cell.caller === caller)
  const answer = tried && seen.get(tried)
  const is = (status: number, code?: string) => answer?.status === status && (answer.code ?? code) === code
  const need = attempt.needs?.find(({ refused: [status, code] }) => is(status, code))
  if (need) return need.verdict
  return is(...openAnswer(attempt, caller.at)) ? 'open' : 'refused'
}

it('docs/generated/access-matrix.md agrees with the answers (if not: npm run docs)', () => {
  const file = new URL('../../docs/generated/access-matrix.md', import.meta.url)
  expect(accessMatrix(verdictSeen)).toBe(readFileSync(file, 'utf8'))
})
