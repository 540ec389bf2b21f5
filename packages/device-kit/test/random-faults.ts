import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DeviceCallError, type Handset } from '../src/index.ts'
import { FakeHoldfast, type Fault, faults } from './fake-holdfast.ts'
import { abortedCall, openTestHandset, photo, soundOf, testClock } from './handsets.ts'
import { Died, memoryStorage } from './memory-storage.ts'

/** Events that happen to a handset, one after the other. */
type Event =
  | { kind: 'record'; bytes: number }
  | { kind: 'abortedCall' }
  | { kind: 'log' }
  | { kind: 'sync'; faults: Fault[] }
  | { kind: 'rotateKey' }
  | { kind: 'restartServer' }
  /** The handset's process dies at one of its next writes, and is started again. */
  | { kind: 'die'; write: number; isDone: boolean }

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('record'), bytes: fc.integer({ min: 0, max: 250_000 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('record'), bytes: fc.integer({ min: 0, max: 300 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'abortedCall' }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'log' }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('sync'),
      faults: fc.array(fc.constantFrom(...faults), { maxLength: 12 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'rotateKey' }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restartServer' }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('die'), write: fc.nat({ max: 6 }), isDone: fc.boolean() }),
  },
) as fc.Arbitrary<Event>

/**
 * Defines the test that lets random faults happen to a handset.
 * @param lives number of handsets, one after the other
 */
export const surviveRandomFaults = (lives: number): void => {
  it(
    'whatever fails, each recording is processed once with its own bytes, and no sequence number is missing',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 30 }), fc.gen(), async (events, draw) => {
          const clock = testClock(() => draw(() => fc.double({ min: 0, max: 0.999, noNaN: true })))
          const fake = await FakeHoldfast.start(() => clock.time)
          try {
            const storage = memoryStorage()
            const recorded = new Map<string, Uint8Array | null>()
            let lines = 0
            let handset = await openTestHandset(fake, storage, clock)
            await handset.refreshConfiguration()

            const happen = async (what: Event, at: number): Promise<void> => {
              if (what.kind === 'record') {
                const sound = soundOf(what.bytes, at)
                recorded.set((await handset.record(photo(sound))).payload_reference, sound)
              } else if (what.kind === 'abortedCall') {
                recorded.set((await handset.record(abortedCall)).payload_reference, null)
              } else if (what.kind === 'log') {
                await handset.log([{ log_class: 'Recorder', log_level: 'INFO', log_message: `line ${at}` }])
                lines += 1
              } else if (what.kind === 'sync') {
                fake.faults = [...what.faults]
                await handset.sync()
              } else if (what.kind === 'rotateKey') await fake.account.rotateKey()
              else if (what.kind === 'restartServer') fake.closeConnections()
              else storage.dieAt(what.write, what.isDone)
            }
            const restart = async (): Promise<Handset> => {
              storage.revive()
              return openTestHandset(fake, storage, clock)
            }

            for (const [at, what] of events.entries()) {
              try {
                await happen(what, at)
              } catch (error) {
                if (error instanceof Died) handset = await restart()
                else if (!(error instanceof DeviceCallError)) throw error
              }
              clock.time += 60_000
            }
            handset = await restart()
            fake.faults = []
            for (let round = 0; (await handset.sync()).pending > 0 && round < 5; round++)
              clock.time += 12 * 60 * 60 * 1000

            const payloads = [...fake.account.payloads.values()]
            const sequences = payloads.map(({ registration }) => registration.sequence).sort((a, b) => a - b)
            expect(sequences).toEqual(sequences.map((_, at) => at))
            for (const { status, registration, arrivals } of payloads) {
              expect(status).toBe('processed')
              expect(arrivals).toBe(registration.payload_state === 'NotRecorded' ? 0 : 1)
            }
            for (const [reference, sound] of recorded) {
              const stored = fake.account.payloads.get(reference)
              expect(stored?.status).toBe('processed')
              if (sound) expect(Buffer.compare(stored?.plain ?? Buffer.alloc(0), sound)).toBe(0)
            }
            expect(fake.account.logs.size).toBeGreaterThanOrEqual(lines)
            expect([...storage.records.keys()].sort()).toEqual(
              expect.arrayContaining(['configuration', 'installation']),
            )
            expect(
              [...storage.records.keys()].filter((name) => /^(outbox|content|logs|set-aside)\//.test(name)),
            ).toEqual([])
          } finally {
            await fake.stop()
          }
        }),
        { numRuns: lives },
      )
    },
    60_000 + lives * 10_000,
  )
}
