import { type Figure, printSummary } from './report.ts'

/**
 * The benchmarks by name, in the order of their quality bars. Each is imported only when it runs, because some import
 * much.
 */
const benchmarks: Record<
  string,
  () => Promise<{ run: () => Promise<readonly Figure[]> | Promise<void> | Promise<undefined> }>
> = {
  list: () => import('./payload-list.ts'),
  numbers: () => import('./number-search.ts'),
  devices: () => import('./devices.ts'),
  overview: () => import('./overview.ts'),
  access: () => import('./access.ts'),
  ingest: () => import('./ingest.ts'),
  positions: () => import('./positions.ts'),
  processing: () => import('./processing.ts'),
  playback: () => import('./playback.ts'),
  messages: () => import('./messages.ts'),
  words: () => import('./words.ts'),
  export: () => import('./export.ts'),
  streams: () => import('./streams.ts'),
  statistics: () => import('./statistics.ts'),
  alerts: () => import('./alerts.ts'),
  retention: () => import('./retention.ts'),
  marking: () => import('./marking.ts'),
  kinds: () => import('./kinds.ts'),
  transfers: () => import('./transfers.ts'),
  hostile: () => import('./hostile-bodies.ts'),
  portal: () => import('./portal.ts'),
  scroll: () => import('./scroll.ts'),
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in benchmarks))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`)
  process.exit(1)
}

const figures: Figure[] = []
for (const [name, load] of Object.entries(benchmarks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const { run } = await load()
  const measured = await run()
  if (measured) figures.push(...measured)
}
printSummary(figures)
