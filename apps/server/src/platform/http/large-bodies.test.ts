import { Worker } from 'node:worker_threads'
import { calls } from '@holdfast/contract'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { samplePosition } from '../../../test/sample-position.ts'
import { checkWorstBodies } from '../../../test/worst-large-bodies.ts'
import { type BodyBuffer, BodyMemory } from './body-memory.ts'
import { LargeBodies } from './large-bodies.ts'

const log = { error: vi.fn() }
const posted = vi.spyOn(Worker.prototype, 'postMessage')
/** One for all tests: starting its thread costs more than most of them. */
const large = new LargeBodies(log)
afterEach(() => void vi.clearAllMocks())
afterAll(() => large.close())

const memory = new BodyMemory({ maxBytes: 1024 * 1024 * 1024 })
let callers = 0
const bodyBuffer = (text: string | Buffer): BodyBuffer => {
  const body = memory.hold(`caller ${callers++}`)
  body.add(Uint8Array.from(Buffer.from(text)))
  return body
}

const position = (name: number) => ({ ...samplePosition, gps_reference: String(name).padStart(26, 'a') })
const malformed = (reason: string) => expect.objectContaining({ code: 'request.malformed', details: { reason } })

/** Little more than what the thread that receives a body parses itself. */
checkWorstBodies(320 * 1024)

describe('a large body', () => {
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
