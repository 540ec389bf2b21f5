import { defaultRetentionSettings, ProductError, type RetentionRules } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import { storedJson, type Tables, type TenantTransaction } from '../../platform/database/index.ts'

/** A version of the account's policy. */
export type StoredPolicy = Selectable<Tables['retention_policies']>

/** Nothing set: everything is kept. */
export const noRules: RetentionRules = {
  entities: [],
  payloads: [],
  settings: defaultRetentionSettings,
  is_locked: false,
}

export const rulesOf = (policy: StoredPolicy | null): RetentionRules => {
  if (!policy) return noRules
  const { entities, payloads, settings, is_locked } = policy
  return { entities, payloads, settings, is_locked }
}

/** The versions that nothing has replaced, the newest first. The newest version of all is among them. */
const selectCurrent = ({ db, client }: TenantTransaction) =>
  db
    .selectFrom('retention_policies')
    .selectAll()
    .where('client', '=', client)
    .where('ended_at', 'is', null)
    .orderBy('version', 'desc')

export interface CurrentPolicies {
  /** In force; `null` while nobody has set a policy. */
  active: StoredPolicy | null
  /** Waits for its time or for a second person. */
  pending: StoredPolicy | null
  /** The number of the newest version, 0 before the first. */
  newest: number
}

/** A change that waited takes effect once a person has confirmed it, or after it was counted again when it came due. */
export const isInForce = (
  { effective_at, saved_at, needs_second_person, confirmed_at }: StoredPolicy,
  now: Date,
): boolean => {
  const hadToWait = needs_second_person || new Date(effective_at) > new Date(saved_at)
  return new Date(effective_at) <= now && (!hadToWait || confirmed_at !== null)
}

const currentOf = (rows: readonly StoredPolicy[], now: Date): CurrentPolicies => {
  const [first] = rows
  return {
    active: rows.find((policy) => isInForce(policy, now)) ?? null,
    pending: first && !isInForce(first, now) ? first : null,
    newest: first?.version ?? 0,
  }
}

export const readPolicies = async (tx: TenantTransaction, now: Date = tx.now): Promise<CurrentPolicies> =>
  currentOf(await selectCurrent(tx).execute(), now)

/** The policy that was in force at an earlier time; `null`: there was none. */
export const readPolicyAt = async ({ db, client }: TenantTransaction, time: Date): Promise<StoredPolicy | null> => {
  const rows = await db
    .selectFrom('retention_policies')
    .selectAll()
    .where('client', '=', client)
    .where('effective_at', '<=', time.toISOString())
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', time.toISOString())]))
    .where((eb) => eb.or([eb('confirmed_at', 'is', null), eb('confirmed_at', '<=', time.toISOString())]))
    .orderBy('version', 'desc')
    .execute()
  return rows.find((policy) => isInForce(policy, time)) ?? null
}

/** Like `readPolicies`; nobody else can save or decide until the transaction ends. */
export const lockPolicies = async (tx: TenantTransaction): Promise<CurrentPolicies> =>
  currentOf(await selectCurrent(tx).forUpdate().execute(), tx.now)

/** Somebody else has saved the newest version. */
export const conflictWith = ({ active, pending }: CurrentPolicies): ProductError => {
  const newest = pending ?? active
  return new ProductError('edit.conflict', newest ? { updated_by: newest.saved_by, updated_at: newest.saved_at } : {})
}

export type NewPolicy = RetentionRules &
  Pick<StoredPolicy, 'version' | 'saved_by' | 'needs_second_person' | 'freed_recordings' | 'freed_bytes'> & {
    effective_at: Date
  }

/** @throws ProductError `edit.conflict` if somebody else saved this version meanwhile */
export const insertPolicy = async (
  tx: TenantTransaction,
  { entities, payloads, settings, ...policy }: NewPolicy,
): Promise<StoredPolicy> => {
  const saved = await tx.db
    .insertInto('retention_policies')
    .values({
      ...policy,
      client: tx.client,
      entities: storedJson(entities),
      payloads: storedJson(payloads),
      settings: storedJson(settings),
      saved_at: tx.now,
    })
    .onConflict((conflict) => conflict.columns(['client', 'version']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!saved) throw new ProductError('edit.conflict')
  await tellScreens(tx)
  return saved
}

/** Open screens show the policy as it is now. */
const tellScreens = (tx: TenantTransaction): Promise<void> =>
  tx.notify({ kind: 'retention', reference: '', state: null, payload_type: null, group: null })

/** Rules that free nothing. */
export const nothingFreed = { needs_second_person: false, freed_recordings: 0, freed_bytes: 0 }

/** Ends every version except one, after a replacement or a withdrawal. Ended versions stay in the table. */
export const endOtherPolicies = async (
  tx: TenantTransaction,
  kept: StoredPolicy | null,
  ended_by: string,
): Promise<void> => {
  await tx.db
    .updateTable('retention_policies')
    .set({ ended_at: tx.now, ended_by })
    .where('client', '=', tx.client)
    .where('ended_at', 'is', null)
    .where('version', '<>', kept?.version ?? 0)
    .execute()
}

/** A change that came due frees more than one person decides on: it goes on waiting. */
export const requireSecondPerson = async (
  tx: TenantTransaction,
  { version }: StoredPolicy,
  freed: Pick<StoredPolicy, 'freed_recordings' | 'freed_bytes'>,
): Promise<void> => {
  await tx.db
    .updateTable('retention_policies')
    .set({ ...freed, needs_second_person: true })
    .where('client', '=', tx.client)
    .where('version', '=', version)
    .execute()
  await tellScreens(tx)
}

/** A confirmation after its time puts it in force from now on. */
export const confirmPolicy = async (
  tx: TenantTransaction,
  pending: StoredPolicy,
  confirmed_by: string,
): Promise<void> => {
  const effective_at = new Date(pending.effective_at) < tx.now ? tx.now : pending.effective_at
  await tx.db
    .updateTable('retention_policies')
    .set({ confirmed_by, confirmed_at: tx.now, effective_at })
    .where('client', '=', tx.client)
    .where('version', '=', pending.version)
    .execute()
  await tellScreens(tx)
}
