import { type Figure, median, milliseconds, percentile, printTable, whole } from './report.ts'
import { addressOf, client, createInstallation, type Installation } from './setup/installation.ts'
import { people } from './setup/list-cases.ts'
import { fillPayloads } from './setup/payload-rows.ts'
import { createPerson, signIn } from './setup/sign-in.ts'

const requests = 60

/** The last one has no bar: it counts what needs a look as well. */
const calls = [
  { name: 'GET /overview', path: `/api/admin/v1/${client}/overview` },
  { name: 'GET /payload_days, UTC', path: `/api/client/v1/${client}/payload_days?days=14` },
  {
    name: 'GET /payload_days, São Paulo',
    path: `/api/client/v1/${client}/payload_days?days=14&timezone=America/Sao_Paulo`,
  },
  { name: 'GET /payload_days, Kolkata', path: `/api/client/v1/${client}/payload_days?days=14&timezone=Asia/Kolkata` },
  {
    name: 'GET /payload_counts, São Paulo',
    path: `/api/client/v1/${client}/payload_counts?timezone=America/Sao_Paulo`,
  },
]

/** What the overviews read, with all recordings and with those of half of the groups, one request after the other. */
export const run = async (): Promise<Figure[]> => {
  const rows = Number(process.env.HOLDFAST_BENCH_ROWS ?? 1_000_000)
  const installation = await createInstallation()
  try {
    await fillPayloads(installation.owner, rows, false)
    for (const [person, permissions] of Object.entries(people)) {
      await createPerson(installation.platform, person, permissions)
    }
    return await measureOverviews(installation, rows)
  } finally {
    await installation.remove()
  }
}

export const measureOverviews = async (
  installation: Pick<Installation, 'startApi'>,
  rows: number,
): Promise<Figure[]> => {
  const api = await installation.startApi()
  try {
    const results = []
    for (const person of Object.keys(people)) {
      const token = await signIn(api.origin, person)
      for (const { name, path } of calls) {
        const taken: number[] = []
        for (let request = 0; request < requests; request++) {
          const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': addressOf(request) }
          const began = performance.now()
          const answer = await fetch(api.origin + path, { headers })
          await answer.arrayBuffer()
          taken.push(performance.now() - began)
          if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
        }
        results.push({
          person,
          name,
          p50: median(taken),
          p95: percentile(
            taken.toSorted((a, b) => a - b),
            0.95,
          ),
        })
      }
    }
    printTable(
      `Overviews: ${whole(rows)} recordings, one request after the other`,
      ['call', 'role', 'p50', 'p95'],
      results.map(({ person, name, p50, p95 }) => [name, person, milliseconds(p50), milliseconds(p95)]),
    )
    const last = calls.at(-1)?.name
    const worst = Math.max(...results.filter(({ name }) => name !== last).map(({ p95 }) => p95))
    return [{ name: 'Overview and its days, p95', value: milliseconds(worst), bar: '≤ 50 ms', meets: worst <= 50 }]
  } finally {
    await api.stop()
  }
}
