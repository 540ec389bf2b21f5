import type { Socket } from 'node:net'
import { type CallDeclaration, calls } from '@holdfast/contract'
import { describe, expect, it } from 'vitest'
import type { ClauseId } from './clauses.ts'
import type { DeviceRequest } from './device-request.ts'
import { Findings } from './findings.ts'
import { Order } from './order.ts'
import { Waits } from './waits.ts'

const [one, other] = [{} as Socket, { other: true } as unknown as Socket]
const request = (call: CallDeclaration, at: number, connection = one): DeviceRequest => ({
  call,
  reference: '',
  key: `${call.method} ${call.path}`,
  headers: {},
  connection,
  at,
})
const started = () => {
  const findings = new Findings(() => undefined)
  const of = (clause: ClauseId) => findings.results().find((each) => each.clause === clause)
  return { findings, order: new Order(findings), result: (clause: ClauseId) => of(clause)?.result }
}

describe('the configuration after an authentication', () => {
  it.each([
    ['fails when it was not fetched at the end of a run', 11_000, 'failed'],
    ['may still be on its way when the handset has only just authenticated', 5000, 'not exercised'],
  ])('%s', (_what, end, expected) => {
    const { order, result } = started()
    order.verified(0)
    for (let at = 1; at <= 5; at++) order.arrived(request(calls.receiveDeviceLogs, at))
    order.finish(end)
    expect(result('configuration.fetched')).toBe(expected)
  })

  it('is not demanded of a handset that authenticated and made no other call', () => {
    const { order, result } = started()
    order.verified(0)
    order.finish(60_000)
    expect(result('configuration.fetched')).toBe('not exercised')
  })
})

describe('after an answer that names another key', () => {
  it.each([
    ['an upload on the same connection comes too early', one, 10, 'failed'],
    ['an upload on another connection may have been on its way', other, 200, 'passed'],
    ['an upload on another connection comes too early when it comes later', other, 1500, 'failed'],
  ])('%s', (_what, connection, at, expected) => {
    const { order, result } = started()
    order.otherKeyTold(request(calls.registerPayloads, 0))
    order.arrived(request(calls.uploadContent, at, connection))
    order.arrived(request(calls.getDeviceConfiguration, at + 10))
    expect(result('configuration.new-key')).toBe(expected)
  })
})

describe('a call that failed and did not come again', () => {
  it.each([
    ['is missed once the handset has waited long enough', 64_000, 'failed'],
    ['is not missed before', 30_000, 'not exercised'],
  ])('%s', (_what, end, expected) => {
    const { findings, result } = started()
    const waits = new Waits(findings)
    waits.told('GET /configuration', 0, 3, 503)
    waits.failed('POST /payloads', 0)
    waits.finish(end, 60_000)
    expect([result('waits.retry-after'), result('waits.back-off')]).toEqual([expected, expected])
  })
})

describe('a report whose answer was lost', () => {
  const bodyOf = (...references: string[]) =>
    Buffer.from(JSON.stringify({ positions: references.map((gps_reference) => ({ gps_reference })) }, null, 2))

  it.each([
    ['fails when others came instead, however they are written', [['c', 'd']], 'failed'],
    ['fails when a part of it is missing', [['a', 'c']], 'failed'],
    ['passes when it came again', [['a', 'b']], 'passed'],
    ['passes when it came again in parts, with others', [['c', 'b'], ['a']], 'passed'],
  ])('%s', (_what, later, expected) => {
    const { order, result } = started()
    order.lostReport(calls.receivePositions, bodyOf('a', 'b'))
    for (const references of later) order.reported(calls.receivePositions, bodyOf(...references))
    order.finish(0)
    expect(result('reports.repeated')).toBe(expected)
  })
})
