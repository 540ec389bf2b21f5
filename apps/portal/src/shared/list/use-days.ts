import { useState } from 'react'
import { useText } from '../i18n/text.ts'
import { areReversed, type Days } from './period.ts'

interface DaysDraft {
  days: Days
  change: (part: Partial<Days>) => void
  /** Forgets days that could not be applied. */
  reset: () => void
  /** What is wrong with the days. */
  error: string | undefined
}

/** The first and the last day of a period while they are chosen. Days in the wrong order stay in their fields, and are not applied. */
export const useDays = (applied: Days, apply: (days: Days) => void): DaysDraft => {
  const t = useText()
  const [draft, setDraft] = useState<Days | null>(null)
  const days = draft ?? applied
  const change = (part: Partial<Days>) => {
    const next = { ...days, ...part }
    setDraft(areReversed(next) ? next : null)
    if (!areReversed(next)) apply(next)
  }
  return {
    days,
    change,
    reset: () => setDraft(null),
    error: areReversed(days) ? t('list.days_reversed') : undefined,
  }
}
