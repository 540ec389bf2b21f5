import type { Locale } from '@holdfast/contract'

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
