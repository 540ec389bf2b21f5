import { type CallInput, type CallResponse, type calls, type ImportRow, ProductError } from '@holdfast/contract'
import { lockGroupShared } from '../../core/authorization/index.ts'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { isDenial } from '../../platform/http/index.ts'
import { visitsOf } from '../access-gains/index.ts'
import { type DeviceUserRow, selectDeviceUsers } from '../device-users/index.ts'
import { activeDeviceServices, lockDevicesOfPeople } from '../devices/index.ts'
import { recordGrant } from './grant-by-move.ts'
import { givenCells } from './import-cells.ts'
import { type AcceptedRow, type JudgedRow, outcomeOf, RowJudge } from './judge-row.ts'
import { addPerson, bringBack, replacePerson } from './save-person.ts'
import { freeLicences } from './take-services.ts'

type Answer = CallResponse<typeof calls.applyDeviceUserImport>

const referencesOf = (rows: readonly ImportRow[]): string[] => [
  ...new Set(rows.map((row) => givenCells(row).reference)),
]

const selectPeople = (tx: TenantTransaction, references: readonly string[]) =>
  selectDeviceUsers(tx, references).orderBy('device_user_reference')

const byReference = (people: readonly DeviceUserRow[]) =>
  new Map(people.map((person) => [person.device_user_reference, person]))

/** `POST /device_user_imports/preview`. */
export const previewDeviceUserImport = async (
  ctx: RequestContext,
  { body: { rows } }: CallInput<typeof calls.previewDeviceUserImport>,
): Promise<Answer> => {
  const groups = await ctx.groups()
  const visits = await visitsOf(ctx)
  return ctx.read(async (tx) => {
    const people = byReference(await selectPeople(tx, referencesOf(rows)).execute())
    const devices = await activeDeviceServices(tx, [...people.keys()])
    const licences = await freeLicences.read(tx)
    const state = { people, devices, licences, visits, accept_gains: true }
    const judge = new RowJudge(ctx, tx, { ...state, groupOf: (reference) => groups.get(reference) })
    const judged = await inOrder(rows, (row) => judge.judge(row))
    return { items: judged.map(outcomeOf) }
  })
}

/** `POST /device_user_imports`: rows that are refused change nothing, and stop no others. */
export const applyDeviceUserImport = async (
  ctx: RequestContext,
  { query, body: { rows } }: CallInput<typeof calls.applyDeviceUserImport>,
): Promise<Answer> => {
  const visits = await visitsOf(ctx)
  return ctx.transaction(async (tx) => {
    const people = await lockPeople(tx, referencesOf(rows))
    const groups = await lockGroups(tx, rows, people)
    const devices = await activeDeviceServices(tx, [...people.keys()])
    const licences = await freeLicences.lock(tx)
    const state = { people, devices, licences, visits, accept_gains: query.accept_gains === true }
    const judge = new RowJudge(ctx, tx, { ...state, groupOf: (reference) => groups.get(reference) })
    const applied = await inOrder(rows, async (row) => apply(ctx, tx, await judge.judge(row)))
    record(ctx, tx, applied)
    return { items: applied.map(outcomeOf) }
  })
}

/**
 * Judges rows by reference, so that two requests that add the same people wait for each other instead of blocking each other. The preview does
 * the same, so that the same rows get the last licences.
 * @returns what became of them, in the order of the rows
 */
const inOrder = async (
  rows: readonly ImportRow[],
  judge: (row: ImportRow) => Promise<JudgedRow>,
): Promise<JudgedRow[]> => {
  const keyed = rows.map((row) => ({ row, reference: givenCells(row).reference }))
  const judged = new Map<ImportRow, JudgedRow>()
  const sorted = keyed.toSorted((one, other) =>
    one.reference < other.reference ? -1 : Number(one.reference > other.reference),
  )
  for (const { row } of sorted) judged.set(row, await judge(row))
  return rows.flatMap((row) => judged.get(row) ?? [])
}

/** Devices first, like everybody who locks both (docs/decisions/0056). */
const lockPeople = async (tx: TenantTransaction, references: readonly string[]) => {
  await lockDevicesOfPeople(tx, references)
  return byReference(await selectPeople(tx, references).forUpdate().execute())
}

const lockGroups = async (
  tx: TenantTransaction,
  rows: readonly ImportRow[],
  people: ReadonlyMap<string, DeviceUserRow>,
) => {
  const given = rows.flatMap((row) => givenCells(row).fields.group ?? [])
  const references = new Set([...given, ...[...people.values()].map(({ group }) => group)])
  const groups = new Map<string, Awaited<ReturnType<typeof lockGroupShared>>>()
  for (const reference of [...references].sort()) groups.set(reference, await lockGroupShared(tx, reference))
  return groups
}

/** Saves a row that was accepted. It can still be refused if somebody else adds the person at this moment. */
const apply = async (ctx: RequestContext, tx: AuditedTransaction, judged: JudgedRow): Promise<JudgedRow> => {
  if (judged.result === 'refused' || judged.result === 'unchanged') return judged
  try {
    await save(ctx, tx, judged)
    return judged
  } catch (error) {
    if (!(error instanceof ProductError)) throw error
    return { result: 'refused', version: judged.stored?.version ?? 0, error }
  }
}

const save = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { result, reference, fields, stored, move }: AcceptedRow,
): Promise<void> => {
  if (!stored) {
    await addPerson(ctx, tx, reference, fields)
    return
  }
  if (move) recordGrant(tx, reference, move)
  if (result === 'brought_back') await bringBack(ctx, tx, stored, fields)
  else await replacePerson(ctx, tx, stored, fields, 'device_user.updated')
}

/** What became of all rows. The entry belongs to a group if all people do, before and after. */
const record = (ctx: RequestContext, tx: AuditedTransaction, applied: readonly JudgedRow[]): void => {
  const refused = applied.filter((row) => row.result === 'refused')
  const accepted = applied.filter((row) => row.result !== 'refused')
  const [first] = refused
  if (first) ctx.recordRefusal({ reason: first.error.code, isDenial: isDenial(first.error) })
  const groups = new Set(accepted.flatMap(({ fields, stored }) => [fields.group, ...(stored ? [stored.group] : [])]))
  const [group] = groups
  if (group !== undefined && groups.size === 1) ctx.setAuditGroup(group)
  const counts = Object.entries(Object.groupBy(applied, ({ result }) => result)).map(([result, of]) => [
    result,
    of?.length ?? 0,
  ])
  tx.audit('device_user_import.applied', { rows: applied.length, ...Object.fromEntries(counts) }, [])
}
