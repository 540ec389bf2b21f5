import { limits, type PayloadRegistration, ProductError } from '@holdfast/contract'
import { accountKeysStatement } from '../../core/accounts/index.ts'
import type { DevicePrincipal } from '../../core/authorization/index.ts'
import {
  eachValue,
  type Finish,
  finish,
  type PayloadRow,
  preparedStatement,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import { deviceFactsStatement, formerHoldersAt } from '../devices/index.ts'
import { nextSequence, payloadsByReferenceStatement, usedSequencesStatement } from '../payloads/index.ts'
import { personalNumbersStatement } from '../personal-numbers/index.ts'
import { type Holder, holderAtTime } from './holder.ts'
import type { AccountKey } from './is-wrapped-for.ts'

/** The facts for deciding a batch of registrations, read with a fixed number of queries. */
export interface RegistrationFacts {
  /** Who held the device when a recording was made. */
  holderAt: (payload_time: string) => Holder
  /** The device's stored `last_seen`; `null` if it has never called. */
  last_seen: string | null
  /** The account's keys among the named ones, and its current key. */
  keys: ReadonlyMap<string, AccountKey>
  /** The account's current key, to which its handsets seal. */
  currentKeyId: string
  /** Payloads with one of the references, of any device. */
  known: ReadonlyMap<string, PayloadRow>
  /** References by the sequence numbers that this device has used. */
  sequences: ReadonlyMap<number, string>
  /** Highest sequence number accepted for a new payload. */
  highestSequence: number
  /** How many sealed bytes of unfinished uploads have arrived, by reference. */
  arrivedBytes: ReadonlyMap<string, number>
}

/**
 * Reads the facts, at the end of a transaction.
 * @throws ProductError `server.dependency_down` for an account without a key, to which nothing can be sealed either
 */
export const readRegistrationFacts = async (
  tx: TenantTransaction,
  device: DevicePrincipal,
  items: readonly PayloadRegistration[],
): Promise<Finish<RegistrationFacts>> => {
  const { client } = tx
  const { device_reference, device_user_reference } = device
  const references = items.map(({ payload_reference }) => payload_reference)
  const key_ids = [...new Set(items.flatMap(({ key_id }) => key_id ?? []))]
  const former = await formerHoldersAt(
    tx,
    device,
    items.map(({ payload_time }) => payload_time),
  )
  // A low number needs no look at the device's earlier ones.
  const isHigh = items.some(({ sequence }) => sequence > limits.maxSequenceJump)
  const next = isHigh ? await nextSequence(tx, device_reference) : 0
  const people = [device_user_reference, ...[...former.values()].map((holder) => holder.device_user_reference)]
  return finish(
    [
      // Read before the payloads: if one is registered in between, its reference is known, and its sequence number is
      // not taken for that of another payload.
      usedSequencesStatement({ client, device_reference, sequences: items.map(({ sequence }) => sequence) }),
      payloadsByReferenceStatement({ client, references }),
      deviceFactsStatement({ client, device_reference }),
      accountKeysStatement({ client, key_ids }),
      personalNumbersStatement({ client, device_user_references: [...new Set(people)] }),
      arrivedParts({ client, references }),
    ],
    (used, payloads, [facts], keys, personal, arrived) => {
      const current = keys.find(({ is_current }) => is_current)
      if (!current) throw new ProductError('server.dependency_down', { part: 'The key of this account' })
      return {
        holderAt: holderAtTime(
          { ...device, services: [...(facts?.services ?? []), ...(facts?.user_services ?? [])] },
          former,
          personal,
        ),
        last_seen: facts?.last_seen ?? null,
        keys: new Map(keys.map((key) => [key.key_id, key])),
        currentKeyId: current.key_id,
        known: new Map(payloads.map((row) => [row.payload_reference, row])),
        sequences: new Map(used.map(({ sequence, payload_reference }) => [sequence, payload_reference])),
        highestSequence: Math.max(next, facts?.next_sequence ?? 0) + limits.maxSequenceJump,
        arrivedBytes: new Map(arrived.map(({ payload_reference, bytes }) => [payload_reference, bytes])),
      }
    },
  )
}

const arrivedParts = preparedStatement(
  'arrived parts',
  (db, { client, references }: { client: string; references: readonly string[] }) =>
    db
      .selectFrom(eachValue(references, 'text'))
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('upload_parts')
            .select(({ fn }) => ['payload_reference', fn.sum<number>('bytes').as('bytes')])
            .where('client', '=', client)
            .whereRef('payload_reference', '=', 'wanted.value')
            .groupBy('payload_reference')
            .as('part'),
        (join) => join.onTrue(),
      )
      .select(['part.payload_reference', 'part.bytes']),
)
