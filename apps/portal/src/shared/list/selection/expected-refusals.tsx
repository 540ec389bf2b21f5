import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useText } from '../../i18n/text.ts'
import { refusalWords } from './refusal-words.ts'
import { type CountedRefusal, refusalsAmong } from './refusals-among.ts'
import type { SelectionAction } from './selection-action.ts'

interface ExpectedRefusalsProps {
  action: SelectionAction
  keys: readonly string[]
  rows: ReadonlyMap<string, unknown>
}

/** Before an action: how many of the selected rows the server will refuse, and why, as far as the rows that were read tell. */
export const ExpectedRefusals = ({ action, keys, rows }: ExpectedRefusalsProps) => {
  const t = useText()
  const refusals = refusalsAmong(action, keys, rows)
  const count = refusals.reduce((sum, refusal) => sum + refusal.count, 0)
  if (count === 0) return null
  const wordsOf = ({ code, count: each }: CountedRefusal) =>
    t('run.expected_why', { count: each, why: refusalWords(code) })
  return (
    <Alert role="note" color="yellow" icon={<IconInfoCircle />} mb="md">
      {t('run.expected', { count, all: keys.length })}
      {refusals.map((refusal) => (
        <div key={refusal.code}>{wordsOf(refusal)}</div>
      ))}
    </Alert>
  )
}
