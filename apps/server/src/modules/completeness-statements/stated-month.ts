import type { Locale, StatementFormat } from '@holdfast/contract'

/** What a statement is about, as all of its files say. */
export interface StatedMonth {
  statement_reference: string
  client: string
  account_name: string
  group: string
  month: string
  locale: Locale
  created_at: string
  created_by: string
  key_id: string
}

const endings: Record<StatementFormat, string> = {
  pdf: '.pdf',
  csv: '.csv',
  manifest: '.json',
  signature: '.json.sig',
  key: '.pem',
}

/** Under which name a file is saved, and the manifest names it. Names of groups could be anything. */
export const fileNameOf = (
  { month, statement_reference }: Pick<StatedMonth, 'month' | 'statement_reference'>,
  format: StatementFormat,
): string => `completeness-${month}-${statement_reference}${endings[format]}`
