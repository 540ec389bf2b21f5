import { type PayloadRegistration, ProductError } from '@holdfast/contract'
import { sql } from 'kysely'
import type { DevicePrincipal } from '../../core/authorization/index.ts'
import {
  compiledStatement,
  eachValue,
  type Finish,
  finish,
  type PayloadRow,
  preparedStatement,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import { formerHoldersAt } from '../devices/index.ts'
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
  const people = [device_user_reference, ...[...former.values()].map((holder) => holder.device_user_reference)]
  return finish(
    [
      // Read before the payloads: if one is registered in between, its reference is known, and its sequence number is
      // not taken for that of another payload.
      usedSequences({ client, device_reference, sequences: items.map(({ sequence }) => sequence) }),
      payloadsByReference({ client, references }),
      deviceFacts({ client, device_reference }),
      accountKeys({ client, key_ids }),
      personalNumbers({ client, device_user_references: [...new Set(people)] }),
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
        arrivedBytes: new Map(arrived.map(({ payload_reference, bytes }) => [payload_reference, bytes])),
      }
    },
  )
}

/**
 * Queries of `payloads` are not prepared: a plan cached while the table is empty may use any index that begins with
 * the account, and read all of its rows for each number until statistics are gathered.
 */
const usedSequences = compiledStatement(
  (db, values: { client: string; device_reference: string; sequences: readonly number[] }) =>
    db
      .selectFrom(eachValue(values.sequences, 'bigint'))
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('payloads')
            .select(['sequence', 'payload_reference'])
            .where('client', '=', values.client)
            .where('device_reference', '=', values.device_reference)
            .whereRef('sequence', '=', 'wanted.value')
            .limit(1)
            .as('payload'),
        (join) => join.onTrue(),
      )
      .select(['payload.sequence', 'payload.payload_reference']),
)

const payloadsByReference = compiledStatement(
  (db, { client, references }: { client: string; references: readonly string[] }) =>
    db
      .selectFrom(eachValue(references, 'text'))
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('payloads')
            .selectAll()
            .where('client', '=', client)
            .whereRef('payload_reference', '=', 'wanted.value')
            .limit(1)
            .as('payload'),
        (join) => join.onTrue(),
      )
      .selectAll('payload'),
)

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

const deviceFacts = preparedStatement(
  'device facts',
  (db, { client, device_reference }: { client: string; device_reference: string }) =>
    db
      .selectFrom('devices')
      .leftJoin('device_users', (join) =>
        join
          .onRef('device_users.device_user_reference', '=', 'devices.device_user_reference')
          .on('device_users.client', '=', client),
      )
      .select(['devices.services', 'devices.last_seen', 'device_users.services as user_services'])
      .where('devices.client', '=', client)
      .where('devices.device_reference', '=', device_reference),
)

/** The named keys and the current one. */
const accountKeys = preparedStatement(
  'account keys',
  (db, { client, key_ids }: { client: string; key_ids: readonly string[] }) =>
    db
      .selectFrom('client_keys')
      .select(['key_id', 'is_current', 'algorithm', 'public_key'])
      .where('client', '=', client)
      .where((eb) => eb.or([eb('is_current', '=', true), eb('key_id', '=', sql<string>`any(${key_ids}::text[])`)])),
)

const personalNumbers = preparedStatement(
  'personal numbers',
  (db, { client, device_user_references }: { client: string; device_user_references: readonly (string | null)[] }) =>
    db
      .selectFrom(eachValue(device_user_references, 'text'))
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('personal_numbers')
            .select(['device_user_reference', 'personal_number', 'is_active', 'created_at', 'deleted_at'])
            .where('client', '=', client)
            .whereRef('device_user_reference', '=', 'wanted.value')
            .as('personal'),
        (join) => join.onTrue(),
      )
      .selectAll('personal'),
)
