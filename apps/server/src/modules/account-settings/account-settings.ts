import {
  type AccountSettings,
  type Disposition,
  defaultAccountSettings,
  ProductError,
  type ProfileAccountSettings,
} from '@holdfast/contract'
import { bumpAccessVersion } from '../../core/authorization/index.ts'
import { type AuditedTransaction, isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import { storedJson, type TenantTransaction } from '../../platform/database/index.ts'
import { turnOffWordSearch, turnOnWordSearch } from '../words/index.ts'

const columns = [
  'client',
  'is_word_search_on',
  'is_asking_before_pictures',
  'playback_reason_kind',
  'playback_reasons',
  'dispositions',
  'needs_second_person',
  'hold_release_needs_second_person',
  'hold_release_days',
  'hold_release_strict_until',
  'hold_release_strict_days',
  'updated_at',
  'updated_by',
  'version',
] as const

/** The account's settings. Before the first edit they are the defaults, and the version is 0. */
const readAccountSettings = async (tx: TenantTransaction): Promise<AccountSettings> => {
  const stored = await tx.db
    .selectFrom('account_settings')
    .select(columns)
    .where('client', '=', tx.client)
    .executeTakeFirst()
  if (stored) return toSettings(stored)
  const unset = { hold_release_strict_until: null, updated_at: null, updated_by: null, version: 0 }
  return { client: tx.client, ...defaultAccountSettings, ...unset }
}

/** An account that has not chosen its dispositions has the default ones. */
const toSettings = <Row extends { dispositions: Disposition[] | null; hold_release_strict_days: number | null }>({
  hold_release_strict_days: _,
  ...row
}: Row) => ({
  ...row,
  dispositions: row.dispositions ?? defaultAccountSettings.dispositions,
})

const fieldsOf = ({
  is_word_search_on,
  is_asking_before_pictures,
  playback_reason_kind,
  playback_reasons,
  dispositions,
  needs_second_person,
  hold_release_needs_second_person,
  hold_release_days,
}: ProfileAccountSettings): ProfileAccountSettings => ({
  is_word_search_on,
  is_asking_before_pictures,
  playback_reason_kind,
  playback_reasons,
  dispositions,
  needs_second_person,
  hold_release_needs_second_person,
  hold_release_days,
})

/** The settings as the trail has them: names instead of records. */
const recordedFields = (settings: ProfileAccountSettings) => ({
  ...fieldsOf(settings),
  dispositions: settings.dispositions.map(({ name }) => name),
  dispositions_with_note: settings.dispositions.flatMap(({ name, needs_note }) => (needs_note ? name : [])),
})

/** What the account has chosen, without who chose it. */
export const chosenSettings = async (tx: TenantTransaction): Promise<ProfileAccountSettings> =>
  fieldsOf(await readAccountSettings(tx))

/** The version of the settings, 0 before the first edit. */
export const settingsVersion = async (tx: TenantTransaction): Promise<number> => (await readAccountSettings(tx)).version

/** `GET /account/settings`. */
export const getAccountSettings = (ctx: RequestContext): Promise<AccountSettings> => ctx.read(readAccountSettings)

/** What somebody chooses; fields that are left out stay as they are. */
interface ChosenSettings extends Partial<ProfileAccountSettings> {
  /** That of the settings as they were read. */
  version: number | undefined
}

/**
 * Portals apply the settings when they next load the profile. The server asks for reasons from the next call on.
 * @throws ProductError `edit.conflict`, `request.invalid`, `account.needs_second_person` if its author alone wants none any more
 */
export const saveAccountSettings = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { version, ...chosen }: ChosenSettings,
  madeBy: 'author' | 'second_person',
): Promise<AccountSettings> => {
  const before = await readAccountSettings(tx)
  if (version !== undefined && version !== before.version) throw new ProductError('edit.conflict')
  const fields = fieldsOf({ ...before, ...chosen })
  assertReasonsListed(fields)
  assertDistinct(fields.dispositions)
  if (madeBy === 'author' && before.needs_second_person && !fields.needs_second_person) {
    throw new ProductError('account.needs_second_person')
  }
  if (isUnchanged(fieldsOf(before), fields)) {
    tx.audit('record.unchanged')
    return before
  }
  const stored = {
    ...fields,
    ...(await strictRelease(tx, before, fields)),
    dispositions: storedJson(fields.dispositions),
  }
  const change = { ...stored, updated_at: tx.now, updated_by: ctx.actor.reference }
  const saved = await tx.db
    .insertInto('account_settings')
    .values({ client: tx.client, ...change, created_at: tx.now })
    .onConflict((conflict) => {
      const replaced = conflict
        .column('client')
        .doUpdateSet((eb) => ({ ...change, version: eb('account_settings.version', '+', 1) }))
      // If two people save the same version at once, the second one gets a conflict.
      return version === undefined ? replaced : replaced.where('account_settings.version', '=', version)
    })
    .returning(columns)
    .executeTakeFirst()
  if (!saved) throw new ProductError('edit.conflict')
  await (fields.is_word_search_on ? turnOnWordSearch(tx, ctx.platform.keys) : turnOffWordSearch(tx))
  // Each api process keeps the rule for reasons for as long as the access version is the same.
  await bumpAccessVersion(tx)
  tx.audit('account_settings.updated', { before: recordedFields(before), after: recordedFields(fields) })
  return toSettings(saved)
}

const dayMs = 24 * 60 * 60 * 1000

/** How long the former rule goes on at least, so that nobody turns it off and releases a hold alone before others notice. */
const minStrictDays = 7

/** How holds are released now: while a looser rule is new, the former one applies. */
export const releaseRule = async (tx: TenantTransaction): Promise<{ needsSecondPerson: boolean; days: number }> => {
  const { hold_release_needs_second_person: needsSecondPerson, hold_release_days: days } = await readAccountSettings(tx)
  const strict = await strictDays(tx)
  if (strict === null) return { needsSecondPerson, days }
  return { needsSecondPerson: true, days: Math.max(strict, needsSecondPerson ? days : 0) }
}

/** How long a release waits by the former rule, while that goes on. */
const strictDays = async (tx: TenantTransaction): Promise<number | null> => {
  const row = await tx.db
    .selectFrom('account_settings')
    .select('hold_release_strict_days')
    .where('client', '=', tx.client)
    .where('hold_release_strict_until', '>', tx.now.toISOString())
    .executeTakeFirst()
  return row?.hold_release_strict_days ?? null
}

/** The columns that change when holds become easier to release. */
const strictRelease = async (tx: TenantTransaction, before: ProfileAccountSettings, after: ProfileAccountSettings) => {
  const isLooser =
    before.hold_release_needs_second_person &&
    (!after.hold_release_needs_second_person || after.hold_release_days < before.hold_release_days)
  if (!isLooser) return {}
  const days = Math.max(before.hold_release_days, (await strictDays(tx)) ?? 0)
  const until = new Date(tx.now.getTime() + Math.max(days, minStrictDays) * dayMs)
  return { hold_release_strict_until: until.toISOString(), hold_release_strict_days: days }
}

/** Without any, nobody could open anything. */
const assertReasonsListed = ({ playback_reason_kind, playback_reasons }: ProfileAccountSettings): void => {
  if (playback_reason_kind !== 'list' || playback_reasons.length > 0) return
  const message = 'must NOT have fewer than 1 items'
  throw new ProductError('request.invalid', {}, [
    { path: '/body/playback_reasons', keyword: 'minItems', params: { limit: 1 }, message },
  ])
}

/** @throws ProductError `review.repeated_disposition` */
const assertDistinct = (dispositions: readonly Disposition[]): void => {
  const names = new Set(dispositions.map(({ name }) => name.trim().toLowerCase()))
  if (names.size < dispositions.length) throw new ProductError('review.repeated_disposition')
}

/** Turns the word search off. */
export const unsetWordSearch = async (tx: TenantTransaction, updated_by: string): Promise<void> => {
  await tx.db
    .updateTable('account_settings')
    .set((eb) => ({ is_word_search_on: false, updated_at: tx.now, updated_by, version: eb('version', '+', 1) }))
    .where('client', '=', tx.client)
    .where('is_word_search_on', '=', true)
    .execute()
  await turnOffWordSearch(tx)
}
