import { type AccountSettings, defaultAccountSettings, type ProfileAccountSettings } from '@holdfast/contract'
import { type TenantTransaction, versionedTable } from '../../platform/database/index.ts'

const columns = [
  'client',
  'is_word_search_on',
  'is_asking_before_pictures',
  'updated_at',
  'updated_by',
  'version',
] as const

export const accountSettings = versionedTable({ table: 'account_settings', key: 'client', columns })

/** The account's settings. Before the first edit they are the defaults, and the version is 0. */
export const readAccountSettings = async (tx: TenantTransaction): Promise<AccountSettings> => {
  const stored = await accountSettings.find(tx, tx.client)
  return stored ?? { client: tx.client, ...defaultAccountSettings, updated_at: null, updated_by: null, version: 0 }
}

export const fieldsOf = ({
  is_word_search_on,
  is_asking_before_pictures,
}: ProfileAccountSettings): ProfileAccountSettings => ({ is_word_search_on, is_asking_before_pictures })

/** What the account has chosen, without who chose it. */
export const chosenSettings = async (tx: TenantTransaction): Promise<ProfileAccountSettings> =>
  fieldsOf(await readAccountSettings(tx))
