import type { TenantTransaction } from '../../platform/database/index.ts'
import { type AlertCause, aboutTransferConfig, type Watch } from '../alerts/index.ts'
import { inspectPgpKey } from '../transfer-files/index.ts'
import { transferConfigs } from './config-row.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Days before its end, the fewest first. Each is an alert of its own, so that people are reminded. */
const warnings = [7, 30, 60] as const

/** PGP keys of active configurations that expire soon, or to which nothing can be encrypted any more. */
const keysExpiring = async (tx: TenantTransaction): Promise<AlertCause[]> => {
  const rows = await transferConfigs.select(tx).where('is_active', '=', true).where('pgp_key', 'is not', null).execute()
  const stages = await Promise.all(rows.map(async ({ pgp_key }) => stageOf(pgp_key ?? '', tx.now)))
  return rows.flatMap(({ transfer_config_reference: configuration }, place): AlertCause[] => {
    const stage = stages[place]
    if (!stage) return []
    const related = [aboutTransferConfig(configuration)]
    const of = `${configuration} ${stage}`
    return [{ condition: 'transfer_key_expiring', of, values: { configuration }, related }]
  })
}

const stageOf = async (pgp_key: string, now: Date): Promise<string | null> => {
  const facts = await inspectPgpKey(pgp_key, now)
  if (facts.problem) return facts.problem
  if (facts.expires_at === null) return null
  const leftMs = Date.parse(facts.expires_at) - now.getTime()
  return warnings.find((days) => leftMs <= days * dayMs)?.toString() ?? null
}

export const transferConfigWatches: readonly Watch[] = [{ condition: 'transfer_key_expiring', causes: keysExpiring }]
