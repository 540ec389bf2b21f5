import { maxFreedLines, type RetentionAhead, type RetentionRules } from '@holdfast/contract'
import type { Platform } from '../../core/platform.ts'
import type { AgedPayload } from '../payloads/index.ts'
import { isMuch, type RunPosition, readPolicies, rulesOf, type StoredRun } from '../retention/index.ts'
import { planPage } from './plan-page.ts'
import { isEntityPart, partOf } from './run-parts.ts'

/** Pages of recordings that are looked at: of more, the numbers are at least so high. */
const maxPages = 50
/** They are kept with the run. A reader sees some of those that they may see. */
const keptSamples = 100

/** The recordings that a waiting run would still destroy. In a large account, it looks at a bounded number of them. */
export const lookAhead = async (
  { database }: Pick<Platform, 'database'>,
  client: string,
  run: StoredRun,
): Promise<RetentionAhead> => {
  const found: AgedPayload[] = []
  const rules = rulesOf((await database.read(client, (tx) => readPolicies(tx))).active)
  let position: RunPosition | null = run.position
  for (let page = 0; page < maxPages && position !== null; page += 1) {
    const part = partOf(position)
    if (!part || isEntityPart(part)) position = null
    else {
      const from: RunPosition = position
      const plan = await database.read(client, (tx) => planPage(tx, rules, part, from))
      found.push(...plan.toDestroy)
      position = plan.next
    }
  }
  const isRest = position !== null && !isOtherData(position)
  return aheadOf(rules, found, isRest)
}

const isOtherData = (position: RunPosition): boolean => {
  const part = partOf(position)
  return part === undefined || isEntityPart(part)
}

const aheadOf = (rules: RetentionRules, found: readonly AgedPayload[], is_at_least: boolean): RetentionAhead => {
  const bytesOf = (some: readonly AgedPayload[]) => some.reduce((sum, { size }) => sum + (size ?? 0), 0)
  const counts = { recordings: found.length, bytes: bytesOf(found) }
  const times = found.map(({ payload_time }) => payload_time).sort()
  const lines = [...Map.groupBy(found, ({ group, payload_type }) => JSON.stringify([group, payload_type])).values()]
    .flatMap((own) => {
      const [first] = own
      return first
        ? [{ group: first.group, payload_type: first.payload_type, recordings: own.length, bytes: bytesOf(own) }]
        : []
    })
    .sort((one, other) => other.recordings - one.recordings)
  return {
    ...counts,
    is_at_least,
    lines: lines.slice(0, maxFreedLines),
    oldest: times[0] ?? null,
    newest: is_at_least ? null : (times.at(-1) ?? null),
    samples: found.slice(0, keptSamples).map(({ payload_reference, payload_type, group, payload_time, size }) => ({
      payload_reference,
      payload_type,
      group,
      payload_time,
      size,
    })),
    needs_second_person: is_at_least || isMuch(rules, counts),
  }
}
