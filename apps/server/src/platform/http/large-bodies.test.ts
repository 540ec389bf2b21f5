import { Worker } from 'node:worker_threads'
import { type CallDeclaration, calls } from '@holdfast/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { worstBodies } from '../../../../../tests/setup/worst-bodies.ts'
import { samplePosition } from '../../../test/sample-position.ts'
import { type BodyRules, bodyCheck, bodyRulesOf } from './body-check.ts'
import { type BodyBuffer, BodyMemory } from './body-memory.ts'
import { EventLoopQueue } from './event-loop-queue.ts'
import { maxBodyBytesOf, receiveJson } from './json-body.ts'
import { readJson } from './json-text.ts'
import { LargeBodies } from './large-bodies.ts'

const log = { error: vi.fn() }
const posted = vi.spyOn(Worker.prototype, 'postMessage')
let large: LargeBodies
beforeEach(() => {
  large = new LargeBodies(log)
})
afterEach(async () => {
  await large.close()
  vi.clearAllMocks()
})

const memory = new BodyMemory({ maxBytes: 1024 * 1024 * 1024 })
let callers = 0
const bodyBuffer = (text: string | Buffer): BodyBuffer => {
  const body = memory.hold(`caller ${callers++}`)
  body.add(Uint8Array.from(Buffer.from(text)))
  return body
}

const receive = async (body: Buffer, call: CallDeclaration) => {
  const into = memory.hold(`caller ${callers++}`)
  const chunks = async function* () {
    for (let at = 0; at < body.length; at += 65_536) yield body.subarray(at, at + 65_536)
  }
  const receiving = { maxBytes: maxBodyBytesOf(call), bodyBuffer: into, queue: new EventLoopQueue(), spend: () => {} }
  return { into, isQuick: await receiveJson(chunks(), receiving) }
}

const position = (name: number) => ({ ...samplePosition, gps_reference: String(name).padStart(26, 'a') })
const malformed = (reason: string) => expect.objectContaining({ code: 'request.malformed', details: { reason } })

/** The result of the same check in this thread. */
const here = (body: Buffer, call: CallDeclaration): unknown => {
  const checked = bodyCheck(bodyRulesOf(call) as BodyRules)(readJson(body.toString()))
  return checked.problems.length > 0 ? { ...checked, body: null, invalid: [] } : checked
}

describe('a large body', () => {
  const worst = worstBodies('SENDER').filter(({ call, body }) => {
    const most = maxBodyBytesOf(calls[call as keyof typeof calls])
    return body.length > 256 * 1024 && body.length <= most
  })

  it.each(worst.map((body) => [body.call, body.what, body] as const))(
    'of %s with %s gets the same result as in this thread',
    async (_call, what, { call: name, body }) => {
      const call: CallDeclaration = calls[name as keyof typeof calls]
      const received = await receive(body, call).catch((refusal: unknown) => refusal)
      if (received instanceof Error) {
        expect(received).toMatchObject({ code: expect.stringMatching(/^request\.(too_many_values|malformed)$/) })
        return
      }
      const { into, isQuick } = received as Awaited<ReturnType<typeof receive>>
      expect(isQuick, what).toBe(false)
      const answer = large.check(into, call)
      if (['prototypes', 'half of a text'].some((shape) => what.startsWith(shape))) {
        await expect(answer).rejects.toThrow(malformed('the body is not JSON'))
        expect(() => here(body, call)).toThrow('the body is not JSON')
      } else expect(await answer).toEqual(here(body, call))
    },
  )

  it('is refused if it is not UTF-8', async () => {
    const answer = large.check(bodyBuffer(Buffer.from([0x22, 0xff, 0x22])), calls.receivePositions)
    await expect(answer).rejects.toThrow(malformed('the body is not UTF-8 (it must not be compressed)'))
  })

  it('returns its valid items in order, and the errors of the others', async () => {
    const positions = Array.from({ length: 100 }, (_, name) => position(name))
    const sent = { positions: [...positions.slice(0, 50), { ...position(0), latitude: null }, ...positions.slice(51)] }
    const { body, invalid } = await large.check(bodyBuffer(JSON.stringify(sent)), calls.receivePositions)
    expect(body).toEqual({ positions: positions.toSpliced(50, 1) })
    expect(invalid).toMatchObject([{ index: 50, message: '/latitude must be number' }])
  })

  it('returns in several parts', async () => {
    const line = (at: number) => ({
      log_id: `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      log_class: 'Class',
      log_level: 'INFO',
      log_datetime: '2026-01-05T10:00:00.000Z',
      local_timezone: 'Europe/London',
      payload_reference: null,
      log_message: 'x'.repeat(600),
    })
    const logs = Array.from({ length: 1000 }, (_, at) => line(at))
    const text = JSON.stringify({ logs })
    const { body, invalid, problems } = await large.check(bodyBuffer(text), calls.receiveDeviceLogs)
    expect([invalid, problems]).toEqual([[], []])
    expect(body).toEqual({ logs })
    const parts = posted.mock.calls.filter(([request]) => request.kind === 'more').length
    expect(parts).toBeGreaterThan(text.length / 65_536)
  })

  it('is not checked after its call has ended', async () => {
    const gone = bodyBuffer('{}')
    gone.release()
    await expect(large.check(gone, calls.receivePositions)).rejects.toThrow(
      expect.objectContaining({ code: 'request.incomplete' }),
    )
    expect(posted).not.toHaveBeenCalled()
  })

  it('is refused if the worker thread ends, and a new thread checks the next body', async () => {
    posted.mockImplementationOnce(function (this: Worker) {
      void this.terminate()
    })
    const both = ['{}', '{}'].map((text) => large.check(bodyBuffer(text), calls.receivePositions))
    await expect(both[0]).rejects.toThrow(expect.objectContaining({ code: 'server.busy' }))
    expect(log.error).toHaveBeenCalledOnce()
    expect((await both[1])?.problems).toMatchObject([{ path: '/body/positions', keyword: 'required' }])
  })
})
