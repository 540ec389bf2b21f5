import fc from 'fast-check'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bumpAccessVersion } from '../../apps/server/src/core/authorization/index.ts'
import { destroyPayloads, recoverDestructions } from '../../apps/server/src/modules/destruction/index.ts'
import { counterStatement } from '../../apps/server/src/modules/payloads/index.ts'
import { newId } from '../../apps/server/src/platform/identifiers.ts'
import { StorageUnavailable } from '../../apps/server/src/platform/objects/index.ts'
import { addRows } from '../setup/rows.ts'
import { testSeed } from '../setup/seed.ts'
import { anAccount, type TestAccount } from '../setup/test-account.ts'
import { longTestTimeoutMs } from '../setup/time-limits.ts'

const client = 'northwind'
const base = `/api/client/v1/${client}`
const dayMs = 86_400_000

const people = ['ana', 'joe'] as const
const recordings = [0, 1, 2] as const
/** Who made each recording. All are of one group. */
const makers = ['ana', 'joe', 'ana'] as const
const matters = ['Case A', 'Case B'] as const
/** Where a process dies while it destroys. */
const faults = ['none', 'before the intention', 'before the commit', 'at the objects', 'before the end'] as const

type Target = { type: 'DeviceUser'; of: (typeof people)[number] } | { type: 'Group' } | { type: 'Payload'; of: number }
type Step =
  | { kind: 'hold'; matter: (typeof matters)[number]; target: Target }
  | { kind: 'release'; matter: (typeof matters)[number]; target: Target }
  | { kind: 'delete'; of: number }
  | { kind: 'restore'; of: number }
  | { kind: 'destroy'; fault: (typeof faults)[number] }
  | { kind: 'policy'; frees: boolean }
  | { kind: 'start' }

const target: fc.Arbitrary<Target> = fc.oneof(
  fc.record({ type: fc.constant('DeviceUser' as const), of: fc.constantFrom(...people) }),
  fc.record({ type: fc.constant('Group' as const) }),
  fc.record({ type: fc.constant('Payload' as const), of: fc.constantFrom(...recordings) }),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('hold' as const, 'release' as const),
    matter: fc.constantFrom(...matters),
    target,
  }),
  fc.record({ kind: fc.constant('delete' as const), of: fc.constantFrom(...recordings) }),
  fc.record({ kind: fc.constant('restore' as const), of: fc.constantFrom(...recordings) }),
  fc.record({ kind: fc.constant('destroy' as const), fault: fc.constantFrom(...faults) }),
  fc.record({ kind: fc.constant('policy' as const), frees: fc.boolean() }),
  fc.record({ kind: fc.constant('start' as const) }),
)

type State = 'Processed' | 'Deleted' | 'Destroyed'

/** What docs/decisions/0001 and 0090 say, in a few lines. */
class Model {
  readonly states: State[] = ['Processed', 'Processed', 'Processed']
  readonly #holds = new Set<string>()
  #frees = false

  apply(next: Step): void {
    if (next.kind === 'policy') this.#frees = next.frees
    if (next.kind === 'hold' && !this.#isGone(next.target)) this.#holds.add(keyOf(next.matter, next.target))
    if (next.kind === 'release') this.#holds.delete(keyOf(next.matter, next.target))
    if (next.kind === 'delete' && this.#isFree(next.of) && this.states[next.of] === 'Processed') {
      this.states[next.of] = 'Deleted'
    }
    if (next.kind === 'restore' && this.states[next.of] === 'Deleted') this.states[next.of] = 'Processed'
    const commits = next.kind === 'destroy' && !['before the intention', 'before the commit'].includes(next.fault)
    if (commits && this.#frees) for (const one of recordings) if (this.#isFree(one)) this.states[one] = 'Destroyed'
  }

  #isGone(of: Target): boolean {
    return of.type === 'Payload' && this.states[of.of] === 'Destroyed'
  }

  #isFree(one: number): boolean {
    const reaching: Target[] = [
      { type: 'Group' },
      { type: 'Payload', of: one },
      { type: 'DeviceUser', of: makers[one] ?? 'ana' },
    ]
    return !matters.some((matter) => reaching.some((of) => this.#holds.has(keyOf(matter, of))))
  }
}

const keyOf = (matter: string, of: Target): string => JSON.stringify([matter, of.type, 'of' in of ? of.of : null])

/** Random sequences of holds, releases, deletions, restores, changes of policy, destructions and crashes, compared with a model. */
export const holdsAndDestruction = (runs: number): void => {
  describe(`holds and destruction (HOLDFAST_TEST_SEED=${testSeed})`, () => {
    let account: TestAccount<'olga'>
    beforeAll(async () => {
      account = await anAccount(client).withPerson('olga', 'Compliance Officer').open()
      for (const matter of matters) {
        const body = { title: matter, reason: 'Asked', review_on: null, is_closed: false }
        await account.server.call('PUT', `${base}/matters/${matter}`, { token: account.tokens.olga, body })
      }
    })
    afterAll(() => account?.close())

    let place = 0
    let version = 1
    let token = ''

    /** Three recordings of two people in a group, none of which another case knows. */
    const begin = async () => {
      // A token lasts for minutes, and a long run for longer.
      token = await account.server.issueIdToken(client, { user_reference: 'olga', roles: ['Compliance Officer'] })
      const id = `case-${place++}`
      const references = recordings.map(() => ulid())
      await account.write(async (tx) => {
        await addRows(tx, 'groups', [{ group_reference: id }])
        await addRows(
          tx,
          'device_users',
          people.map((name) => ({ device_user_reference: `${name}-${id}`, group: id })),
        )
        const payload_time = new Date(tx.now.getTime() - 30 * dayMs)
        const made = { device_reference: id, group: id, payload_time, registered_at: payload_time }
        await addRows(
          tx,
          'payloads',
          references.map((payload_reference, one) => ({
            ...made,
            payload_reference,
            device_user_reference: `${makers[one]}-${id}`,
            encrypted_dek: 'wrapped',
            s3_path: `recordings/${client}/${payload_reference}`,
          })),
        )
        const counted = { group: id, payload_type: 'Call', payload_state: 'Processed', by: 1 } as const
        await tx.executeAll([
          counterStatement(
            tx,
            references.map(() => ({ ...counted, payload_time: payload_time.toISOString() })),
          ),
        ])
        await bumpAccessVersion(tx)
      })
      for (const reference of references) {
        await account.server.api.platform.objects.put(`recordings/${client}/${reference}`, Buffer.from('sealed'))
      }
      await setPolicy(false)
      return { id, references }
    }

    const setPolicy = (frees: boolean) =>
      account.write(async ({ db, now }) => {
        const days = frees ? 20 : null
        await db.updateTable('retention_policies').set({ ended_at: now }).where('client', '=', client).execute()
        const rule = { payload_type: 'Call', retention_timestamp: 'payload_time', delete_after_days: days }
        const needs = { destroy_after_days: days, required_receipts: [], required_transfers: [] }
        await db
          .insertInto('retention_policies')
          .values({
            ...{ client, version: version++, entities: '[]', payloads: JSON.stringify([{ ...rule, ...needs }]) },
            ...{ settings: '{}', is_locked: false, saved_at: now, saved_by: 'olga' },
            ...{ effective_at: new Date(now.getTime() - dayMs), needs_second_person: false },
            ...{ freed_recordings: 0, freed_bytes: 0 },
          })
          .execute()
      })

    type Case = Awaited<ReturnType<typeof begin>>

    const send = async (method: string, path: string, body: object) => {
      const answer = await account.server.call(method, `${base}${path}`, { token, body })
      expect(answer.status).not.toBe(401)
    }

    const hold = (
      { id, references }: Case,
      { kind, matter, target: on }: Extract<Step, { kind: 'hold' | 'release' }>,
    ) => {
      const method = kind === 'hold' ? 'PUT' : 'DELETE'
      if (on.type === 'DeviceUser') {
        const body = { target_type: on.type, target: `${on.of}-${id}`, matter_reference: matter }
        return send(method, `/account/legal_holds/${on.type}/${body.target}`, body)
      }
      const body = on.type === 'Group' ? { groups: [id] } : { payload_references: [references[on.of]] }
      return send(kind === 'hold' ? 'POST' : 'DELETE', `/matters/${matter}/holds`, body)
    }

    const destroy = async ({ references }: Case, fault: (typeof faults)[number]) => {
      const { platform } = account.server.api
      const broken = () => Promise.reject(new StorageUnavailable(fault))
      const journal = {
        ...platform.journal,
        write: async (name: string, text: string) => {
          if (fault === 'before the intention' && name.endsWith('.intended')) return broken()
          if (fault === 'before the end' && name.endsWith('.done')) return broken()
          await platform.journal.write(name, text)
          return fault === 'before the commit' && name.endsWith('.intended') ? broken() : undefined
        },
      }
      const objects = fault === 'at the objects' ? { erase: broken } : platform.objects
      const parts = { ...platform, journal, objects } as typeof platform
      await destroyPayloads(parts, client, references, { run_id: newId(), by: 'olga' }).catch(() => undefined)
    }

    const take = async (one: Case, next: Step): Promise<unknown> => {
      if (next.kind === 'hold' || next.kind === 'release') return hold(one, next)
      if (next.kind === 'policy') return setPolicy(next.frees)
      if (next.kind === 'destroy') return destroy(one, next.fault)
      if (next.kind === 'start') return recoverDestructions(account.server.api.platform)
      const payload_references = [one.references[next.of]]
      const reason = next.kind === 'delete' ? { reason: 'Chance' } : {}
      return send('POST', `/payloads/${next.kind}`, { payload_references, ...reason })
    }

    const statesOf = ({ references }: Case) =>
      account.read(async ({ db }) => {
        const rows = await db
          .selectFrom('payloads')
          .select(['payload_reference', 'payload_state', 'encrypted_dek'])
          .where('client', '=', client)
          .where('payload_reference', 'in', references)
          .execute()
        return references.map((reference) => {
          const row = rows.find(({ payload_reference }) => payload_reference === reference)
          // A destroyed recording has no key, and any other has its own.
          expect(row?.encrypted_dek === null).toBe(row?.payload_state === 'Destroyed')
          return row?.payload_state
        })
      })

    it(
      `${runs} random sequences leave nothing held destroyed, and no state that the model does not have`,
      async () => {
        const sequences = fc.array(step, { minLength: 3, maxLength: 14 })
        await fc.assert(
          fc.asyncProperty(sequences, async (steps) => {
            const [one, model] = [await begin(), new Model()]
            for (const next of steps) {
              await take(one, next)
              model.apply(next)
              expect(await statesOf(one)).toEqual(model.states)
            }
          }),
          { numRuns: runs, seed: testSeed },
        )
      },
      longTestTimeoutMs * Math.ceil(runs / 1_000),
    )
  })
}
