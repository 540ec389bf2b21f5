import {
  daysOfYears,
  parseRecordedRule,
  payloadTypes,
  type RecordedRule,
  retentionEntityTypes,
} from '@holdfast/contract'
import type { Translate } from '../message.ts'

const daysOfYear = 365.25
/** More days beside years than these read worse than the days alone. */
const mostDaysBeside = 92

/** Days as whole years and remaining days, if that reads well. */
export const yearsAndDays = (days: number): { years: number; rest: number } | null => {
  let years = Math.floor(days / daysOfYear) + 1
  while (years > 0 && daysOfYears(years) > days) years -= 1
  const rest = days - daysOfYears(years)
  return years > 0 && rest <= mostDaysBeside ? { years, rest } : null
}

/** A number of days in words: '5 years', '5 years and 30 days', '90 days'. */
export const periodInWords = (days: number, t: Translate): string => {
  const whole = yearsAndDays(days)
  if (!whole) return t('retention.days', { days })
  const { years, rest } = whole
  return rest === 0 ? t('retention.years', { years }) : t('retention.years_and_days', { years, days: rest })
}

/** A rule of a retention policy, as `recordedRules` has it, in words; itself if it is none. */
export const ruleInWords = (line: string, t: Translate): string => {
  const rule = parseRecordedRule(line)
  if (!rule) return line
  const { kind, from, deleteAfter, destroyAfter, conditions } = rule
  const parts = [
    deleteAfter !== null && t('retention.rule_deleted', { period: periodInWords(deleteAfter, t) }),
    destroyAfter !== null && t('retention.rule_destroyed', { period: periodInWords(destroyAfter, t) }),
    deleteAfter === null && destroyAfter === null && t('retention.rule_kept'),
    from !== null && t('retention.rule_from', { from: t(`retention.from_${from}`) }),
    conditions.length > 0 && t('retention.rule_conditions', { names: conditions.join(', ') }),
  ]
  return `${kindInWords(kind, t)}: ${parts.filter((part) => part !== false).join(', ')}`
}

const kindInWords = (kind: RecordedRule['kind'], t: Translate): string => {
  const type = payloadTypes.find((one) => one === kind)
  if (type) return t(`kind.${type}`)
  const entity = retentionEntityTypes.find((one) => one === kind)
  return entity ? t(`retention.entity_${entity}`) : kind
}
