import { calls, type Locale } from '@holdfast/contract'
import { type Platform, statementContentOf, storeStatement, writeStatement } from '@holdfast/server'
import type { DemoCustomer } from '../demo-customers.ts'
import { openedAt } from './fill-customer-history.ts'
import { hasAny } from './has-any.ts'
import { named } from './named.ts'
import { at, callOf, replay, timeAt } from './replay.ts'
import { hourMs } from './time-spans.ts'

interface Scenario {
  by: string
  locale: Locale
  groups: readonly string[]
}

/** Who states the completeness of which groups. */
const scenarios: Readonly<Record<string, Scenario>> = {
  meridian: { by: 'ruth.castellan', locale: 'en-GB', groups: ['Equities London', 'Rates and FX'] },
  aurora: { by: 'beatriz.costa', locale: 'pt-BR', groups: ['Assessores'] },
}

/** Statements of completeness of the last two months that were over when the account was opened. An account that has any is not changed. */
export const fillStatements = async (platform: Platform, customers: readonly DemoCustomer[]): Promise<void> => {
  for (const customer of customers) {
    const scenario = scenarios[customer.client]
    if (scenario === undefined) continue
    const isThere = await platform.database.read(customer.client, (tx) => hasAny(tx, 'completeness_statements'))
    if (!isThere) await fillOwn(platform, customer, scenario)
  }
}

/** Stores a customer's statements in one transaction, so that an interrupted attempt is repeated from the start. */
const fillOwn = async (platform: Platform, { client, people }: DemoCustomer, scenario: Scenario): Promise<void> => {
  const anchor = await openedAt(platform.database, client)
  const wanted = [2, 1].flatMap((monthsAgo) =>
    scenario.groups.map((group) => ({ group, ...monthBefore(anchor, monthsAgo) })),
  )
  const rows: Awaited<ReturnType<typeof statementOf>>[] = []
  for (const one of wanted) rows.push(await statementOf(platform, client, scenario, one))
  const person = named(scenario.by, people)
  await platform.database.transaction(client, async (tx) => {
    for (const row of rows) {
      const { group, month, created_at } = row
      const making = {
        ...callOf(calls.createCompletenessStatement),
        person,
        at: Date.parse(created_at),
        group,
        seed: `statement of ${group} ${month}`,
      }
      await replay(tx, making, (then) => storeStatement(then, row))
    }
  })
}

interface PastMonth {
  /** yyyy-mm */
  month: string
  /** When it was stated: on the second morning of the next month, or an hour before the account was opened if that is earlier. */
  moment: number
}

const monthBefore = (anchor: number, count: number): PastMonth => {
  const opened = new Date(anchor)
  const startOf = (monthsAgo: number) => Date.UTC(opened.getUTCFullYear(), opened.getUTCMonth() - monthsAgo, 1)
  return {
    month: timeAt(startOf(count)).slice(0, 'yyyy-mm'.length),
    moment: Math.min(startOf(count - 1) + 33 * hourMs, anchor - hourMs),
  }
}

const statementOf = async (
  platform: Platform,
  client: string,
  { by, locale }: Scenario,
  { group, month, moment }: PastMonth & { group: string },
) => {
  const names = { groups: [group], colleagues: true, author: by }
  const content = await platform.database.read(client, (tx) =>
    statementContentOf(at(tx, moment), { group, month, names }),
  )
  const created_at = timeAt(moment)
  return writeStatement(platform, client, { group, month, locale }, { content, created_at, created_by: by })
}
