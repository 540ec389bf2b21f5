import { type CallDeclaration, calls, fullPath } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generatedDocs } from '../../scripts/generated-docs.ts'
import { mapConcurrently } from '../setup/map-concurrently.ts'
import { accessMatrix } from './access-matrix.ts'
import { allCallers, type Caller } from './callers.ts'
import { accountOf, expectation, nameOnTrail, type Verdict } from './expectation.ts'
import { customer, provider } from './fixture-data.ts'
import { thingsAllowed, thingsFound } from './found-things.ts'
import { allowedGroups, groupedLists, listedGroups } from './grouped-lists.ts'
import { type ActualAnswer, addressOf, type Cell, makeRequests, type Way } from './make-requests.ts'
import { matrixRequests } from './matrix-requests.ts'
import { MatrixServer } from './matrix-server.ts'
import { type MatrixRequest, openAnswer } from './request-definition.ts'
import { contentsOfTables } from './table-contents.ts'

/**
 * Makes every call of the call table as every kind of caller, and compares the answers with a naive evaluation of the
 * rules.
 */

const cells: readonly Cell[] = matrixRequests.flatMap((request) =>
  allCallers.map((caller) => ({
    request,
    caller,
    mark: `${matrixRequests.indexOf(request)} by ${allCallers.indexOf(caller)}`,
  })),
)
const expected = ({ request, caller }: Cell) => expectation(request, caller)
const isRefused = (cell: Cell): boolean => expected(cell).verdict !== 'open' && expected(cell).status >= 400
const endsSession = ({ request }: Cell): boolean => request.name === 'signOut'

let matrixServer: MatrixServer
const answers = new Map<Cell, ActualAnswer>()
const contents: Record<string, string>[] = []
/** For each list and caller, the groups of the listed items. */
const listedGroupsByCaller = new Map<string, Map<Caller, (string | null)[]>>()
let foundByCaller = new Map<Caller, string[]>()
const listCallers = allCallers.filter(({ at, kind }) => at === customer && (kind === 'person' || kind === 'visitor'))

beforeAll(async () => {
  matrixServer = await MatrixServer.open()
  contents.push(await contentsOfTables(matrixServer.server))
  await record(cells.filter(isRefused), 'injected')
  contents.push(await contentsOfTables(matrixServer.server))
  const allowed = cells.filter((cell) => !isRefused(cell))
  await record(
    allowed.filter((cell) => !endsSession(cell)),
    'over HTTP',
  )
  for (const [name, list] of groupedLists)
    listedGroupsByCaller.set(
      name,
      await mapConcurrently(listCallers, 4, (caller) => listedGroups(matrixServer, caller, list)),
    )
  foundByCaller = await mapConcurrently(listCallers, 4, (caller) => thingsFound(matrixServer, caller))
  await record(allowed.filter(endsSession), 'over HTTP')
}, 900_000)
afterAll(() => matrixServer?.close())

const record = async (...some: readonly [cells: readonly Cell[], way: Way]): Promise<void> => {
  for (const [cell, answer] of await makeRequests(matrixServer, ...some)) answers.set(cell, answer)
}

const byCaller = <T>(request: MatrixRequest, answerOf: (cell: Cell) => T): Record<string, T> =>
  Object.fromEntries(
    cells.filter((cell) => cell.request === request).map((cell) => [columnOf(cell.caller), answerOf(cell)]),
  )

const columnOf = ({ name, kind, at }: Caller): string => `${name} (${kind}) at ${at}`

const rows = matrixRequests.map((request) => [`${request.name} ${request.about ?? ''}`, request] as const)

describe('each caller gets the answer that the rules require', () => {
  it.each(rows)('%s', (_name, request) => {
    const text = (answer: { status: number; code: string | null }): string =>
      // An answer to HEAD has no body with a code.
      request.call.method === 'HEAD' ? String(answer.status) : `${answer.status} ${answer.code ?? ''}`
    const answered = byCaller(request, (cell) => text(answers.get(cell) ?? { status: 0, code: 'no answer' }))
    expect(answered).toEqual(byCaller(request, (cell) => text(expected(cell))))
  })
})

it('answers agree with the OpenAPI document', () => {
  const problems = [...answers].flatMap(([{ request }, answer]) =>
    answer.undocumented.map((problem) => `${request.name}: ${problem}`),
  )
  expect([...new Set(problems)]).toEqual([])
})

it('every call of the table is made', () => {
  expect(new Set(matrixRequests.map(({ call }) => call))).toEqual(new Set<CallDeclaration>(Object.values(calls)))
})

it('every call that is not public is allowed to some callers and refused to others', () => {
  for (const call of new Set(
    matrixRequests.filter(({ call: { action } }) => action !== 'public').map((one) => one.call),
  )) {
    const verdicts = new Set(cells.filter((cell) => cell.request.call === call).map((cell) => expected(cell).verdict))
    expect([fullPath(call), [...verdicts]]).toEqual([fullPath(call), expect.arrayContaining(['open', 'refused'])])
  }
})

it('no call exists below the path of the other portal', async () => {
  const [highest] = allCallers.filter(({ name, kind }) => name === 'Compliance Officer' && kind === 'person')
  const signedIn = highest && matrixServer.signedInCallers.get(highest)
  const served = new Set(matrixRequests.map(({ call }) => `${call.method} ${fullPath(call)}`))
  for (const { name, call, ...request } of matrixRequests) {
    const catalogue = call.catalogue === 'client' ? 'admin-client' : 'client'
    const movedCall = { ...call, catalogue } as const
    if (served.has(`${call.method} ${fullPath(movedCall)}`)) continue
    const response = await matrixServer.server.call(
      call.method,
      addressOf({ ...request, name, call: movedCall }, customer),
      {
        headers: { ...(await signedIn?.headers()) },
        ...(request.body ? { body: request.body } : {}),
      },
    )
    expect([name, response.status]).toEqual([name, 404])
    if (call.method !== 'HEAD') expect(await response.json()).toMatchObject({ code: 'request.unknown_call' })
  }
})

it('refused calls change nothing', () => {
  expect(contents[1]).toEqual(contents[0])
})

describe('the trail names the caller of each refused call', () => {
  const trailOf = (client: string) =>
    matrixServer.server.api.platform.database.read(client, (tx) =>
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
  const isOnTrailOfPeople = ({ request, caller }: Cell): boolean =>
    !(request.call.action === 'device' && caller.kind === 'handset')
  const expectedEntries = (cell: Cell, user_id: string) => {
    const { status, code } = expected(cell)
    // Neither content that was handed out nor content that has not arrived is a refusal.
    const reason = ['Ok', 'NoS3Url', 'commented'].includes(code ?? '') ? null : (code ?? null)
    // An item that was refused for its state is no refusal of access.
    const isDenied =
      [401, 403, 404].includes(status) ||
      (status === 200 &&
        ![
          null,
          'receipt.no_content',
          'review.not_processed',
          'payload.not_deletable',
          'payload.not_deleted',
          'payload.not_quarantined',
          'command.no_message',
          'edit.conflict',
          'device_user.exists',
        ].includes(reason))
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

  it.each(rows)('%s', (_name, request) => {
    const own = cells.filter((cell) => cell.request === request && isOnTrailOfPeople(cell))
    for (const cell of own) {
      if (expected(cell).code === 'auth.required') {
        // The caller is unknown: the provider's trail counts these calls (unauthenticated-calls.integration.test.ts).
        expect(accountOf(request.call, cell.caller) === provider || entry(customer, cell).length === 0).toBe(true)
        continue
      }
      const account = request.trailAccount ?? accountOf(request.call, cell.caller)
      const ownName = matrixServer.signedInCallers.get(cell.caller)?.user_reference ?? ''
      const user_id = nameOnTrail(request, cell.caller, ownName)
      expect(entry(account, cell)).toEqual(expectedEntries(cell, user_id))
      const isVisit = cell.caller.kind === 'visitor' && account !== provider && user_id !== 'anonymous'
      if (isVisit) expect(entry(provider, cell)).toEqual(expectedEntries(cell, ownName))
    }
  })
})

it('the search finds what the caller may see, and nothing else', () => {
  const found = listCallers.map((caller) => [columnOf(caller), foundByCaller.get(caller)])
  expect(found).toEqual(listCallers.map((caller) => [columnOf(caller), thingsAllowed(caller)]))
})

describe('lists have only items of the groups that the caller may see', () => {
  it.each(groupedLists)('%s', (name, list) => {
    const listed = listCallers.map((caller) => [columnOf(caller), listedGroupsByCaller.get(name)?.get(caller)])
    expect(listed).toEqual(listCallers.map((caller) => [columnOf(caller), allowedGroups(caller, list)]))
  })
})

/** The verdict by the answer alone, without the rules. */
const actualVerdict = (request: MatrixRequest, caller: Caller): Verdict => {
  const foundCell = cells.find((cell) => cell.request === request && cell.caller === caller)
  const answer = foundCell && answers.get(foundCell)
  const is = (status: number, code?: string) => answer?.status === status && (answer.code ?? code) === code
  const need = request.needs?.find(({ refused: [status, code] }) => is(status, code))
  if (need) return need.verdict
  return is(...openAnswer(request, caller.at)) ? 'open' : 'refused'
}

it('the access matrix of `npm run docs` agrees with the answers', () => {
  expect(accessMatrix(actualVerdict)).toBe(generatedDocs()['access-matrix.md'])
})
