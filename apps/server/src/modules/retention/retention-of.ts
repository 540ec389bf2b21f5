import type { PayloadType, RetentionRules } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { receiptsOfPayloads } from '../payloads/index.ts'
import { transfersOfPayloads } from '../transfers/index.ts'
import { payloadRulesFor } from './combine-rules.ts'
import { type Evidence, evaluate, type RetainedPayload, type RetentionFact } from './evaluate.ts'
import { readPolicies, rulesOf } from './stored-policies.ts'

/** Evaluates recordings under the policy in force, by reference. */
export const retentionOf = async (
  tx: TenantTransaction,
  payloads: readonly RetainedPayload[],
  now: Date,
): Promise<Map<string, RetentionFact>> => {
  const { active } = await readPolicies(tx, now)
  return retentionUnder(tx, { rules: rulesOf(active), version: active?.version ?? 0 }, payloads, now)
}

/** The same under any rules. */
export const retentionUnder = async (
  tx: TenantTransaction,
  { rules, version }: { rules: RetentionRules; version: number },
  payloads: readonly RetainedPayload[],
  now: Date,
): Promise<Map<string, RetentionFact>> => {
  const byType = new Map<PayloadType, ReturnType<typeof payloadRulesFor>>()
  for (const { payload_type } of payloads) {
    if (!byType.has(payload_type)) byType.set(payload_type, payloadRulesFor(rules.payloads, payload_type))
  }
  const needing = (what: 'receipts' | 'transfers') =>
    payloads
      .filter(({ payload_type }) => byType.get(payload_type)?.some((rule) => rule[what].size > 0))
      .map(({ payload_reference }) => payload_reference)
  const confirmed = await receiptsOfPayloads(tx, needing('receipts'))
  const transferred = await transfersOfPayloads(tx, needing('transfers'))
  return new Map(
    payloads.map((payload) => {
      const receipts = confirmed.get(payload.payload_reference) ?? []
      const transfers = transferred.get(payload.payload_reference) ?? none
      const evidence: Evidence = { receipts: new Set(receipts.flatMap(namesOf)), transfers }
      const own = byType.get(payload.payload_type) ?? []
      return [payload.payload_reference, evaluate(own, version, payload, evidence, now)]
    }),
  )
}

const none: ReadonlySet<string> = new Set()

/** A policy names an app by its reference, receipts by `app/` and its reference. */
const namesOf = (confirmed_by: string): string[] =>
  confirmed_by.startsWith('app/') ? [confirmed_by, confirmed_by.slice('app/'.length)] : [confirmed_by]
