import type { MigrationRow, MigrationSentence } from '@holdfast/contract'
import type { Translate } from '@holdfast/words'
import { useText } from '../../shared/i18n/text.ts'

/** A sentence in the reader's language. Those without a code are English. */
const sentenceWords = (t: Translate, { code, column, values, text }: MigrationSentence): string => {
  if (code === null) return text
  const words = t(`migrations.say_${code}`, values)
  return column === null ? words : `${column}: ${words}`
}

/** How a row can be mended. */
export const RowSentences = ({ row: { sentences } }: { row: MigrationRow }) => {
  const t = useText()
  const words = sentences.map((sentence) => sentenceWords(t, sentence)).join('. ')
  return <span title={words}>{words}</span>
}
