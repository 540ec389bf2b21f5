import { milliseconds, printTable, times, whole } from '../report.ts'
import { type LoadRequest, type LoadResult, medianOf, runLoad } from './http-load.ts'

/** Clients that ask at once. */
export const connections = 8
const rounds = 3
const secondsOfRound = Number(process.env.HOLDFAST_BENCH_SECONDS ?? 3)
const secondsToWarmUp = 2

/** A server that answers cases. */
export interface Target<C> {
  name: string
  origin: string
  /** Its own process and its PostgreSQL. */
  pids: readonly number[]
  request: (listCase: C, index: number) => LoadRequest
}

export type ResultsOf<C> = Map<C, Map<Target<C>, LoadResult>>

/** Measures the servers in turn in each case, so that other load on the machine affects all of them. */
export const compareTargets = async <C>(cases: readonly C[], targets: readonly Target<C>[]): Promise<ResultsOf<C>> => {
  const load = (listCase: C, { origin, pids, request }: Target<C>, seconds: number): Promise<LoadResult> =>
    runLoad({ origin, pids, connections, seconds, request: (index) => request(listCase, index) })
  const [first] = cases
  if (first) for (const target of targets) await load(first, target, secondsToWarmUp)
  const taken = cases.map(() => targets.map((): LoadResult[] => []))
  for (let round = 0; round < rounds; round++) {
    for (const [at, listCase] of cases.entries()) {
      for (const [by, target] of targets.entries()) {
        taken[at]?.[by]?.push(await load(listCase, target, secondsOfRound))
      }
    }
  }
  return new Map(
    cases.map((listCase, at) => [
      listCase,
      new Map(targets.map((target, by) => [target, medianOf(taken[at]?.[by] ?? [])])),
    ]),
  )
}

export const printResults = <C extends { name: string }>(title: string, results: ResultsOf<C>): void =>
  printTable(
    title,
    ['case', 'server', 'pages/s', 'p50', 'p99', 'Holdfast is', 'processor/page', 'Holdfast is'],
    [...results].flatMap(([{ name }, byTarget]) => {
      const [own, ...others] = [...byTarget]
      return [own, ...others].flatMap((entry, index) => {
        if (!entry || !own) return []
        const [target, { rate, p50, p99, processor }] = entry
        const isOwn = index === 0
        const ratio = isOwn ? '' : times(own[1].rate / rate)
        const processorRatio = isOwn ? '' : times(processor / own[1].processor)
        const cells = [
          whole(rate),
          milliseconds(p50),
          milliseconds(p99),
          ratio,
          milliseconds(processor),
          processorRatio,
        ]
        return [[name, target.name, ...cells]]
      })
    }),
  )
