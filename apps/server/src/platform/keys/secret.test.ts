import { Writable } from 'node:stream'
import { format, inspect } from 'node:util'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { Secret } from './secret.ts'

const value = 'correct-horse-battery'
const secret = new Secret(value)
const holder = { user: 'ana', password: secret, list: [secret] }

const logged = (write: (log: ReturnType<typeof pino>) => void): string => {
  let text = ''
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString()
      done()
    },
  })
  write(pino({ level: 'trace' }, sink))
  return text
}

const ways: [string, string][] = [
  ['JSON.stringify of the secret', `${JSON.stringify(secret)}`],
  ['JSON.stringify of its holder', JSON.stringify(holder)],
  ['a template', `${secret}`],
  ['string addition', `x${String(secret)}`],
  ['inspect', inspect(secret)],
  ['inspect with everything shown', inspect(holder, { showHidden: true, depth: null, customInspect: true })],
  ['inspect without its own method', inspect(holder, { showHidden: true, depth: null, customInspect: false })],
  ['format', format('%s %j %o %O', secret, holder, secret, holder)],
  ['Object.entries', JSON.stringify(Object.entries(secret))],
  ['a copy', JSON.stringify({ ...secret })],
  ['structuredClone', inspect(structuredClone({ ...holder, list: [], password: { ...secret } }))],
  ['a pino log of its holder', logged((log) => log.info(holder, 'signed in'))],
  ['a pino log of the secret', logged((log) => log.info(secret))],
  ['a pino log with it in the message', logged((log) => log.info('password %s %o', secret, holder))],
  ['an error with the secret as a property', inspect(Object.assign(new Error('no'), holder))],
]

describe('a secret', () => {
  it.each(ways)('is not revealed by %s', (_way, text) => {
    expect(text).not.toContain(value)
  })

  it('is absent from JSON, an empty string as text, and named when it is inspected', () => {
    expect(JSON.parse(JSON.stringify({ secret }))).toEqual({})
    expect(`${secret}`).toBe('')
    expect(inspect(secret)).toBe('[secret]')
  })

  it('is returned by reveal only', () => {
    expect(secret.reveal()).toBe(value)
  })
})
