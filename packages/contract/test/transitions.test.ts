import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PayloadState, TransitionCircumstances } from '../src/index.ts'
import * as contract from '../src/index.ts'

const state = fc.constantFrom(...contract.payloadStates)
const from = fc.option(state)
const circumstances: fc.Arbitrary<TransitionCircumstances> = fc.record(
  { legacy: fc.boolean(), byRetention: fc.boolean(), isReplay: fc.boolean(), formerState: state },
  { requiredKeys: [] },
)

/** The table of docs/decisions/0001, 'Payload states', repeated by hand: `from > to`. */
const always = [
  'null>NotRecorded',
  'null>Recorded',
  'Recorded>Uploaded',
  'Uploaded>Scanning',
  'Scanning>Processed',
  'Uploaded>Failed',
  'Scanning>Quarantined',
  'Failed>Uploaded',
  'Quarantined>Scanning',
  'Recorded>NotRecoverable',
  'NotRecoverable>Uploaded',
  'Deleted>Destroyed',
  ...['NotRecorded', 'Processed', 'Transferred', 'Failed', 'Quarantined', 'NotRecoverable'].map((s) => `${s}>Deleted`),
]

describe('payload states', () => {
  it('allow a person, in ordinary circumstances, exactly the transitions of the table', () => {
    const found = [null, ...contract.payloadStates].flatMap((a) =>
      contract.payloadStates.filter((b) => contract.canTransition(a, b)).map((b) => `${a}>${b}`),
    )
    expect(found.toSorted()).toEqual(always.toSorted())
  })

  it('never leave Destroyed, whatever the circumstances', () => {
    fc.assert(fc.property(state, circumstances, (to, given) => !contract.canTransition('Destroyed', to, given)))
  })

  it('enter Recorded and NotRecorded only at creation or by a restore', () => {
    fc.assert(
      fc.property(state, circumstances, (a, given) => {
        expect(contract.canTransition(a, 'Recorded', given)).toBe(false)
        const restored = a === 'Deleted' && given.formerState === 'NotRecorded'
        expect(contract.canTransition(a, 'NotRecorded', given)).toBe(restored)
      }),
    )
  })

  it('restore a deleted payload to its former state only', () => {
    fc.assert(
      fc.property(state, circumstances, (to, given) => {
        if (to === 'Destroyed' || !contract.canTransition('Deleted', to, given)) return
        expect(given.formerState).toBe(to)
        expect(contract.settledPayloadStates).toContain(to)
      }),
    )
  })

  it('allow Transferred directly from the legacy platform only', () => {
    expect(contract.canTransition('Processed', 'Transferred')).toBe(false)
    expect(contract.canTransition('Processed', 'Transferred', { legacy: true })).toBe(true)
  })

  it('allow Destroyed only from Deleted or by retention, and never while work is under way', () => {
    fc.assert(
      fc.property(state, circumstances, (a, given) => {
        const settled = (contract.settledPayloadStates as readonly PayloadState[]).includes(a)
        const unsettled = ['Recorded', 'Uploaded', 'Scanning'].includes(a)
        const expected =
          a === 'Deleted' || (settled && given.byRetention === true) || (unsettled && given.isReplay === true)
        expect(contract.canTransition(a, 'Destroyed', given)).toBe(expected)
      }),
    )
  })

  it('are enforced with a 409 that names both states', () => {
    fc.assert(
      fc.property(from, state, circumstances, (a, b, given) => {
        const move = () => contract.assertTransition(a, b, given)
        if (contract.canTransition(a, b, given)) expect(move).not.toThrow()
        else expect(move).toThrow(expect.objectContaining({ code: 'payload.illegal_transition', status: 409 }))
      }),
    )
    expect(() => contract.assertTransition('Destroyed', 'Uploaded')).toThrow(
      'A payload that is Destroyed cannot become Uploaded',
    )
  })

  it('have a reason each, and are listed once', () => {
    const moves = contract.payloadTransitions.map(({ from: a, to }) => `${a}>${to}`)
    expect(new Set(moves).size).toBe(moves.length)
    expect(contract.payloadTransitions.every(({ when }) => when.length > 0)).toBe(true)
  })
})

describe.each([
  [
    'device commands',
    contract.deviceCommandTransitions,
    ['Sent>Acknowledged', 'Sent>Failed', 'Acknowledged>Completed', 'Acknowledged>Failed'],
  ],
  [
    'support access',
    contract.supportAccessTransitions,
    [
      'pending>canceled',
      'approved>canceled',
      'pending>approved',
      'pending>rejected',
      'pending>expired',
      'approved>revoked',
      'approved>expired',
    ],
  ],
  [
    'transfers',
    contract.transferTransitions,
    [
      'Pending>InProgress',
      'InProgress>Succeeded',
      'InProgress>PartialFail',
      'InProgress>Failed',
      'PartialFail>Pending',
      'Failed>Pending',
      // Beyond the specification: single recordings are sent once more.
      'Succeeded>Pending',
    ],
  ],
  [
    'migrations',
    contract.migrationTransitions,
    ['Pending>Quarantined', 'Pending>Migrated', 'Pending>PartialFail', 'Pending>Failed'],
  ],
] as const)('%s', (_, table, moves) => {
  const machine = table as contract.Transitions<string>
  const states = Object.keys(machine.allowed)

  it('allow exactly the transitions of the specification', () => {
    const found = states.flatMap((a) => states.filter((b) => machine.can(a, b)).map((b) => `${a}>${b}`))
    expect(found.toSorted()).toEqual([...moves].toSorted())
  })

  it('refuse any other transition with a 409', () => {
    fc.assert(
      fc.property(fc.constantFrom(...states), fc.constantFrom(...states), (a, b) => {
        const move = () => machine.assert(a, b)
        if (machine.can(a, b)) expect(move).not.toThrow()
        else expect(move).toThrow(expect.objectContaining({ name: 'ProductError', status: 409 }))
      }),
    )
  })
})
