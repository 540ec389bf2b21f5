import { assertTransition, type PayloadState } from '@holdfast/contract'
import { sql } from 'kysely'
import {
  type Actor,
  type AttributedEvent,
  compiledStatement,
  custodyStatement,
  noticesStatement,
  type PayloadRow,
  type Statement,
  storedJson,
  type TenantTransaction,
} from '../../../platform/database/index.ts'
import { type Arrived, arrivalsStatement } from '../../arrivals/index.ts'
import { type Count, counterStatement } from '../counts/payload-counters.ts'
import { type NoticedPayload, payloadNotice } from './payload-notice.ts'
import { removeFormerWords } from './remove-former-words.ts'
import { alertOfMoves } from './state-alerts.ts'
import type { Change } from './transition.ts'

/** The columns that may change with the states of many payloads at once. */
type ChangingColumns = Pick<PayloadRow, 'media' | 'failure' | 'processed_at' | 'unusual' | 'lost_passes'>

/** A `Change` that `transitionTogether` can make, too. */
export interface JointChange extends Omit<Change, 'set'> {
  set?: Partial<ChangingColumns>
}

/** A payload as it was read, and its changes, in order. */
export interface Move {
  payload: ChangingColumns &
    NoticedPayload &
    Pick<PayloadRow, 'payload_state' | 'payload_time' | 'uploaded_at' | 'is_legacy'>
  changes: readonly JointChange[]
}

/**
 * Moves payloads as `transition` does, all of them with a fixed number of statements. Payloads that were changed since they were
 * read stay as they are.
 * @returns the moves that were made
 * @throws ProductError `payload.illegal_transition`; then nothing is changed
 */
export const transitionTogether = async (
  tx: TenantTransaction,
  actor: Actor,
  moves: readonly Move[],
): Promise<Move[]> => {
  const { made, statements } = await beginTransition(tx, actor, moves)
  await tx.executeAll(statements)
  return made
}

/**
 * Moves payloads as `transitionTogether` does, but leaves their counters, custody events and notices to the caller.
 * @returns the moves that were made, and the statements for what was left. They belong in the same transaction, best at its end:
 *   others that change the same counters wait for the commit
 */
export const beginTransition = async (
  tx: TenantTransaction,
  actor: Actor,
  moves: readonly Move[],
): Promise<{ made: Move[]; statements: Statement[] }> => {
  if (moves.length === 0) return { made: [], statements: [] }
  const rows = moves.map(rowAfter)
  const { client, now } = tx
  const statement = updatePayloads({ client, rows: storedJson(rows), now, updated_by: actor.reference })
  const [updated] = await tx.executeAll([statement])
  const references = new Set(updated.map(({ payload_reference }) => payload_reference))
  const made = moves.filter(({ payload }) => references.has(payload.payload_reference))
  if (made.length === 0) return { made, statements: [] }
  const moved = made.map((move) => ({ payload: move.payload, to: stateAfter(move) }))
  await removeFormerWords(tx, moved)
  await alertOfMoves(tx, moved)
  return { made, statements: consequencesOf(tx, actor, made) }
}

const consequencesOf = (tx: TenantTransaction, actor: Actor, made: readonly Move[]): Statement[] => [
  custodyStatement(
    tx,
    made.flatMap((move) => eventsOf(actor, move)),
  ),
  // One for each payload: a screen may show any of them.
  noticesStatement(
    tx,
    made.map((move) => payloadNotice(move.payload, stateAfter(move))),
  ),
  ...arrivalsStatement(tx, made.filter(({ changes }) => changes.length > 0).map(arrivedOf)),
  counterStatement(tx, made.flatMap(countsOf)),
]

const arrivedOf = (move: Move): Arrived => {
  const { payload_reference, payload_type } = move.payload
  return { payload_reference, payload_type, payload_state: stateAfter(move) }
}

const stateAfter = ({ payload, changes }: Move): PayloadState =>
  changes.at(-1)?.to ?? (payload.payload_state as PayloadState)

/** The row's new values, and the present ones that the update compares. */
const rowAfter = (move: Move) => {
  const { payload, changes } = move
  let from = payload.payload_state as PayloadState
  for (const { to, only } of changes) {
    assertTransition(from, to, { legacy: payload.is_legacy, ...only })
    from = to
  }
  const { payload_reference, uploaded_at, media, failure, processed_at, unusual, lost_passes } = payload
  return {
    payload_reference,
    uploaded_at,
    from_state: payload.payload_state,
    to_state: stateAfter(move),
    media,
    failure,
    processed_at,
    unusual,
    lost_passes,
    ...Object.assign({}, ...changes.map(({ set }) => set)),
  }
}

interface Update {
  client: string
  rows: string
  now: Date
  updated_by: string
}

/** Not prepared: a plan cached while `payloads` is empty may scan the whole account for each row. */
const updatePayloads = compiledStatement<Update, { payload_reference: string }>(
  (_, { client, rows, now, updated_by }) =>
    sql`update payloads as payload
      set payload_state = move.to_state, media = move.media, failure = move.failure, processed_at = move.processed_at,
        unusual = move.unusual, lost_passes = move.lost_passes, updated_at = ${now}::timestamptz, updated_by = ${updated_by}::text
      from json_to_recordset(${rows}::json) as move (payload_reference text, uploaded_at timestamptz, from_state text,
        to_state text, media jsonb, failure text, processed_at timestamptz, unusual text[], lost_passes smallint)
      where payload.client = ${client} and payload.payload_reference = move.payload_reference
        and payload.payload_state = move.from_state and payload.uploaded_at is not distinct from move.uploaded_at
      returning payload.payload_reference`,
)

const countsOf = (move: Move): Count[] => {
  const { group, payload_type, payload_state, payload_time } = move.payload
  return [
    { group, payload_type, payload_state, payload_time, by: -1 },
    { group, payload_type, payload_state: stateAfter(move), payload_time, by: 1 },
  ]
}

const eventsOf = (actor: Actor, { payload, changes }: Move): AttributedEvent[] => {
  const { payload_reference } = payload
  let from = payload.payload_state
  return changes.map(({ to, event, details }) => {
    const moved = { from, to, ...details }
    from = to
    return { actor, payload_reference, event, details: moved }
  })
}
