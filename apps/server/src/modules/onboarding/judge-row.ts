import type { Access, Group } from '@holdfast/access'
import { type ErrorCode, type ImportOutcome, type ImportRow, ProductError, type ServiceName } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import type { DeviceUserRow } from '../device-users/index.ts'
import { accessesInTime } from '../grants/index.ts'
import type { FreeLicences } from '../licence-limits/index.ts'
import { assertAccepted, type JudgedMove, judgeMove, type MoveGrant } from './grant-by-move.ts'
import { type GivenCells, givenCells, problemsOfCells } from './import-cells.ts'
import { assertMovable, mayJoin, maySeePerson } from './rights-to-people.ts'
import { columnsOf, type PersonFields } from './save-person.ts'
import { licencesOfChange } from './take-services.ts'

/** What the rows are compared with, in one transaction. */
export interface ImportState {
  people: ReadonlyMap<string, DeviceUserRow>
  groupOf: (reference: string) => Group | undefined
  /** The services of each active device of the people. */
  devices: ReadonlyMap<string, readonly string[][]>
  /** What the rows that were accepted have left. */
  licences: FreeLicences
  visits: MoveGrant['visits']
  /** Whether rows are accepted that let others gain access. */
  accept_gains: boolean
}

/** A row that can be saved. */
export interface AcceptedRow {
  result: Exclude<ImportOutcome['result'], 'refused'>
  reference: string
  fields: PersonFields
  stored: DeviceUserRow | undefined
  changes: string[]
  move: JudgedMove | null
}

export interface RefusedRow {
  result: 'refused'
  version: number
  error: ProductError
}

export type JudgedRow = AcceptedRow | RefusedRow

/** Judges rows one after the other, as the calls for single people would. */
export class RowJudge {
  readonly #ctx: RequestContext
  readonly #tx: TenantTransaction
  readonly #state: ImportState
  readonly #seen = new Set<string>()
  readonly #moves = new Map<string, Promise<JudgedMove>>()
  #accesses: Promise<Access[]> | undefined

  constructor(ctx: RequestContext, tx: TenantTransaction, state: ImportState) {
    this.#ctx = ctx
    this.#tx = tx
    this.#state = state
  }

  async judge(row: ImportRow): Promise<JudgedRow> {
    const cells = givenCells(row)
    const stored = this.#state.people.get(cells.reference)
    try {
      return await this.#accept(cells, stored, row.version)
    } catch (error) {
      if (!(error instanceof ProductError)) throw error
      return { result: 'refused', version: this.#visibleVersion(stored), error }
    }
  }

  async #accept(cells: GivenCells, stored: DeviceUserRow | undefined, version?: number): Promise<AcceptedRow> {
    const { reference } = cells
    const problems = problemsOfCells(cells, stored === undefined)
    if (problems.length > 0) throw new ProductError('request.invalid', {}, problems)
    if (this.#seen.has(reference)) throw new ProductError('device_user.repeated')
    this.#seen.add(reference)
    const from = stored && this.#assertMayChange(stored)
    // Checked: a new person has all fields, and a known one has those that the row leaves out.
    const fields = { ...(stored && columnsOf(stored as PersonFields)), ...cells.fields } as PersonFields
    const changes = stored ? changesOf(stored, fields) : []
    const common = { reference, fields, stored, changes }
    if (stored?.is_active && changes.length === 0) return { ...common, result: 'unchanged', move: null }
    assertVersion(version, stored)
    const to = mayJoin(this.#ctx, this.#state.groupOf(fields.group), fields.group)
    const isMove = from !== undefined && from.group_reference !== to.group_reference
    const result = !stored ? 'new' : stored.is_active ? 'changed' : 'brought_back'
    const move = isMove ? await this.#judgeMove(from, to) : null
    if (move) assertAccepted(move, this.#state)
    this.#takeLicences(reference, stored, fields)
    return { ...common, result, move }
  }

  /** Comes last: a row that is refused takes no licences from the rows after it. */
  #takeLicences(reference: string, stored: DeviceUserRow | undefined, { services }: PersonFields): void {
    const { devices, licences } = this.#state
    const change = { stored, services, willBeActive: true }
    licences.take(licencesOfChange(change, devices.get(reference) ?? []))
  }

  /** @throws ProductError `device_user.exists` if the caller may not know of the person, `auth.forbidden` */
  #assertMayChange(row: DeviceUserRow): Group {
    const group = this.#state.groupOf(row.group)
    if (!group || !maySeePerson(this.#ctx, { group })) throw new ProductError('device_user.exists')
    if (!this.#ctx.access.can('device_users:write', { group })) throw new ProductError('auth.forbidden')
    return group
  }

  /** Judged once for all people who move from one group to another. */
  async #judgeMove(from: Group, to: Group): Promise<JudgedMove> {
    this.#accesses ??= accessesInTime(this.#ctx, this.#tx)
    assertMovable(await this.#accesses, from, to)
    const key = JSON.stringify([from.group_reference, to.group_reference])
    const { visits } = this.#state
    const judged = this.#moves.get(key) ?? judgeMove(this.#ctx, this.#tx, { from, to }, { visits, madeBy: 'author' })
    this.#moves.set(key, judged)
    return judged
  }

  #visibleVersion(stored: DeviceUserRow | undefined): number {
    const group = stored && this.#state.groupOf(stored.group)
    return stored && group && maySeePerson(this.#ctx, { group }) ? stored.version : 0
  }
}

/** The fields in which a person differs; the order of services does not matter. */
const changesOf = (stored: DeviceUserRow, fields: PersonFields): string[] =>
  Object.entries(columnsOf(fields)).flatMap(([name, value]) =>
    comparable(value) === comparable(stored[name as keyof DeviceUserRow]) ? [] : [name],
  )

const comparable = (value: unknown): string => JSON.stringify(Array.isArray(value) ? [...value].sort() : value)

export const outcomeOf = (judged: JudgedRow): ImportOutcome => {
  if (judged.result === 'refused') {
    const { code, message, problems, details } = judged.error
    const service = code === 'licence.exhausted' ? (details.service as ServiceName) : null
    return { ...nothing, result: 'refused', version: judged.version, problems: [...problems], code, message, service }
  }
  const { result, changes, move, stored } = judged
  return {
    ...nothing,
    result,
    changes,
    moved_from: move && stored ? stored.group : null,
    gaining: move?.visible.beyond_own_total ?? 0,
    version: stored?.version ?? 0,
  }
}

const nothing = {
  changes: [],
  moved_from: null,
  gaining: 0,
  problems: [],
  code: null as ErrorCode | null,
  message: null as string | null,
  service: null as ServiceName | null,
}
