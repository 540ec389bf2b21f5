import type { Socket } from 'node:net'
import { type CallDeclaration, calls } from '@holdfast/contract'
import { expect, it } from 'vitest'
import { Authentications } from './authentications.ts'
import type { DeviceRequest } from './device-request.ts'
import { Ending } from './ending.ts'
import { Findings } from './findings.ts'

const request = (call: CallDeclaration, at: number): DeviceRequest => ({
  call,
  reference: '',
  key: `${call.method} ${call.path}`,
  headers: {},
  connection: {} as Socket,
  at,
})

const endingWithReset = () => {
  const findings = new Findings(() => undefined)
  const account = { client: 'x', enrolment_secret: 'x', device_user_reference: 'x' }
  const ending = new Ending(findings, new Authentications(findings, account), 'reset')
  ending.begin()
  const verify = (at: number, status: number) => {
    const refused = ending.arrived(request(calls.verifyDevice, at))
    ending.answered(request(calls.verifyDevice, at), refused?.status ?? status)
  }
  const result = () => findings.results().find(({ clause }) => clause === 'reset.pauses')?.result
  return { ending, verify, result }
}

it('a handset whose first code after a reset was refused for its time may authenticate again', () => {
  const { ending, verify, result } = endingWithReset()
  verify(0, 401)
  verify(10, 200)
  ending.finish()
  expect(result()).toBe('passed')
})

it('a handset that authenticates again after it was told of a reset has not paused', () => {
  const { ending, verify, result } = endingWithReset()
  verify(0, 200)
  verify(10, 200)
  ending.finish()
  expect(result()).toBe('failed')
})
