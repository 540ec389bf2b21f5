import { type CallDeclaration, calls } from '@holdfast/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { worstBodies } from '../../../tests/setup/worst-bodies.ts'
import { type BodyRules, bodyCheck, bodyRulesOf } from '../src/platform/http/body-check.ts'
import { BodyMemory } from '../src/platform/http/body-memory.ts'
import { EventLoopQueue } from '../src/platform/http/event-loop-queue.ts'
import { maxBodyBytesOf, receiveJson } from '../src/platform/http/json-body.ts'
import { readJson } from '../src/platform/http/json-text.ts'
import { LargeBodies } from '../src/platform/http/large-bodies.ts'

const memory = new BodyMemory({ maxBytes: 1024 * 1024 * 1024 })
let callers = 0

const receive = async (body: Buffer, call: CallDeclaration) => {
  const into = memory.hold(`caller ${callers++}`)
  const chunks = async function* () {
    for (let at = 0; at < body.length; at += 65_536) yield body.subarray(at, at + 65_536)
  }
  const receiving = { maxBytes: maxBodyBytesOf(call), bodyBuffer: into, queue: new EventLoopQueue(), spend: () => {} }
  return { into, isQuick: await receiveJson(chunks(), receiving) }
}

/** The result of the same check in this thread. */
const here = (body: Buffer, call: CallDeclaration): unknown => {
  const checked = bodyCheck(bodyRulesOf(call) as BodyRules)(readJson(body.toString()))
  return checked.problems.length > 0 ? { ...checked, body: null, invalid: [] } : checked
}

/** A body up to this length is parsed in the thread that received it. */
const quickBytes = 256 * 1024

/**
 * Defines the tests that check the worst large bodies in a worker thread and in this one.
 * @param most bytes of a body
 */
export const checkWorstBodies = (most: number): void => {
  const worst = worstBodies('SENDER', most).filter(
    ({ call, body }) => body.length > quickBytes && body.length <= maxBodyBytesOf(calls[call as keyof typeof calls]),
  )

  describe('a large body', () => {
    const large = new LargeBodies({ error: () => {} })
    afterAll(() => large.close())

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
          const details = { reason: 'the body is not JSON' }
          await expect(answer).rejects.toThrow(expect.objectContaining({ code: 'request.malformed', details }))
          expect(() => here(body, call)).toThrow('the body is not JSON')
        } else expect(await answer).toEqual(here(body, call))
      },
    )
  })
}
