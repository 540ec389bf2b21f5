import { type RetentionRule, recordedRules } from '@holdfast/contract'

/** The different rules among those of some recordings, as the trail has them. */
export const rulesInText = (rules: readonly (RetentionRule | null | undefined)[]): string[] => {
  const payloads = rules.flatMap((rule) => (rule ? [{ ...rule, required_receipts: [], required_transfers: [] }] : []))
  return [...new Set(recordedRules({ entities: [], payloads }))]
}
