import { type Figure, share, times, whole } from './report.ts'
import { type ChildServer, startChildServer } from './setup/child-server.ts'
import { compareTargets, connections, printResults, type ResultsOf, type Target } from './setup/compare-targets.ts'
import { directusRequest, startDirectus } from './setup/directus.ts'
import type { LoadResult } from './setup/http-load.ts'
import { addressOf, createInstallation, type Installation } from './setup/installation.ts'
import { bareCaseOf, type ListCase, listCases, pageSize, pathOf, people } from './setup/list-cases.ts'
import { fillPayloads } from './setup/payload-rows.ts'
import { createPerson, signIn } from './setup/sign-in.ts'

const million = 1_000_000

type LoadTarget = Target<ListCase>
type Results = ResultsOf<ListCase>

/** Quality bar 1: a page of payloads, beside fastify and pg with the same SQL, and beside Directus. */
export const run = async (): Promise<Figure[]> => {
  const rows = Number(process.env.HOLDFAST_BENCH_ROWS ?? million)
  const few = rows > million ? await measureAt(million) : null
  const many = await measureAt(rows)
  return [...figuresOf(many), ...(few ? [growthOf(few, many)] : [])]
}

const measureAt = async (rows: number): Promise<Results> => {
  const installation = await createInstallation()
  try {
    const began = performance.now()
    await fillPayloads(installation.owner, rows)
    console.log(`\n${whole(rows)} payloads made in ${whole((performance.now() - began) / 1_000)} s`)
    return await measure(installation, rows)
  } finally {
    await installation.remove()
  }
}

const measure = async (installation: Installation, rows: number): Promise<Results> => {
  const cases = await listCases(installation.owner, rows)
  for (const [person, permissions] of Object.entries(people)) {
    await createPerson(installation.platform, person, permissions)
  }
  const servers = await Promise.all([installation.startApi(), startBare(installation, cases)])
  const directus = await startDirectus(installation).catch((error: Error) => {
    console.log(`\nWithout Directus: ${error.message}`)
    return null
  })
  try {
    const [api, bare] = servers
    const targets = [await holdfast(installation, api), bareTarget(installation, bare, cases)]
    if (directus) targets.push(directusTarget(installation, directus))
    const results = await compareTargets(cases, targets)
    printResults(`Payload list: ${whole(rows)} rows, ${connections} clients at once`, results)
    return results
  } finally {
    await Promise.all([...servers, ...(directus ? [directus] : [])].map((server) => server.stop()))
  }
}

const holdfast = async ({ platform, databasePid }: Installation, { origin, pid }: ChildServer): Promise<LoadTarget> => {
  const tokens = new Map<string, string>()
  for (const person of Object.keys(people)) tokens.set(person, await signIn(origin, person))
  return {
    name: 'Holdfast',
    origin,
    pids: [pid, databasePid],
    request: (listCase, index) => ({
      method: 'GET',
      path: pathOf(platform.keys, listCase),
      headers: { authorization: `Bearer ${tokens.get(listCase.person)}`, 'x-forwarded-for': addressOf(index) },
    }),
  }
}

const startBare = ({ databaseUrl }: Installation, cases: readonly ListCase[]) =>
  startChildServer('./bare-list-process.ts', {
    DATABASE_URL: databaseUrl,
    BARE_CASES: JSON.stringify(cases.map(bareCaseOf)),
  })

const bareTarget = (
  { databasePid }: Installation,
  { origin, pid }: ChildServer,
  cases: readonly ListCase[],
): LoadTarget => ({
  name: 'bare',
  origin,
  pids: [pid, databasePid],
  request: (listCase) => ({ method: 'GET', path: `/${cases.indexOf(listCase)}` }),
})

const directusTarget = ({ databasePid }: Installation, { origin, pid }: ChildServer): LoadTarget => ({
  name: 'Directus',
  origin,
  pids: [pid, databasePid],
  request: ({ person, skipped }) => directusRequest(person, pageSize, skipped),
})

const resultOf = (results: Results, caseName: string, targetName: string): LoadResult | undefined => {
  const found = [...results].find(([{ name }]) => name === caseName)
  return [...(found?.[1] ?? [])].find(([{ name }]) => name === targetName)?.[1]
}

const figuresOf = (results: Results): Figure[] => {
  const own = (name: string): LoadResult =>
    resultOf(results, name, 'Holdfast') ?? { rate: 0, p50: 0, p99: 0, processor: 0 }
  const rateRatio = (name: string, target: string): number =>
    own(name).rate / (resultOf(results, name, target)?.rate ?? Number.NaN)
  const bare = ['half, first page', 'all, first page'].map((name) => ({ name, ratio: rateRatio(name, 'bare') }))
  const directus = ['half, first page', 'all, first page'].map((name) => ({ name, ratio: rateRatio(name, 'Directus') }))
  const deepDirectus = ['half, deep page', 'all, deep page'].map((name) => ({
    name,
    ratio: rateRatio(name, 'Directus'),
  }))
  const deep = ['half', 'all'].map((whose) => ({
    name: whose,
    ratio: own(`${whose}, deep page`).p50 / own(`${whose}, first page`).p50,
  }))
  const sparse = own('sparse').p99 / (resultOf(results, 'sparse', 'bare')?.p99 ?? Number.NaN)
  return [
    ...bare.map(({ name, ratio }) => ({
      name: `List of payloads beside bare fastify + pg (${name})`,
      value: share(ratio),
      bar: '≥ 60 %',
      meets: ratio >= 0.6,
    })),
    ...directus
      .filter(({ ratio }) => !Number.isNaN(ratio))
      .map(({ name, ratio }) => ({
        name: `List of payloads beside Directus (${name})`,
        value: times(ratio),
        bar: '≥ 2×',
        meets: ratio >= 2,
      })),
    ...deepDirectus
      .filter(({ ratio }) => !Number.isNaN(ratio))
      .map(({ name, ratio }) => ({
        name: `List of payloads beside Directus (${name})`,
        value: times(ratio),
        bar: '≥ 20×',
        meets: ratio >= 20,
      })),
    ...deep.map(({ name, ratio }) => ({
      name: `Page 10,000 beside page 1, median time (${name})`,
      value: times(ratio),
      bar: '≤ 1.3×',
      meets: ratio <= 1.3,
    })),
    {
      name: 'List for a role of 2 groups with 40 rows, p99 beside bare',
      value: times(sparse),
      bar: '≤ 2.5×',
      meets: sparse <= 2.5,
    },
  ]
}

const growthOf = (few: Results, many: Results): Figure => {
  const time = (results: Results): number => resultOf(results, 'half, first page', 'Holdfast')?.p50 ?? Number.NaN
  const ratio = time(many) / time(few)
  return { name: 'List at 10 M beside 1 M rows, median time', value: times(ratio), bar: '≤ 1.5×', meets: ratio <= 1.5 }
}
