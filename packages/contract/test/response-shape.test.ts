import { execFileSync } from 'node:child_process'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { checkNamedResponse, checkResponseShape, ResponseShapeError } from '../src/index.ts'

const Shape = Type.Object({ url: Type.String(), count: Type.Integer() })
const good = { url: 'https://x', count: 1 }

describe('checkResponseShape', () => {
  it.each([
    ['an object', good],
    ['its text', JSON.stringify(good)],
  ])('accepts %s', (_, received) => expect(checkResponseShape('url:', Shape, received)).toEqual(good))

  it('throws with the prefix, one line for each error, and what was received', () => {
    expect(() => checkResponseShape('Reading url failed', Shape, { url: 1, count: 'x' })).toThrow(
      new ResponseShapeError('Reading url failed\n/url must be string\n/count must be integer\n{"url":1,"count":"x"}'),
    )
  })

  it('quotes the first 200 characters only', () => {
    const received = { url: 'x'.repeat(500) }
    try {
      checkResponseShape('P', Shape, received)
      expect.unreachable()
    } catch (error) {
      const lines = String(error).split('\n')
      expect(lines.at(-1)).toBe(JSON.stringify(received).slice(0, 200))
    }
  })

  it.each([
    ['<html>', '<html>'],
    ['', ''],
    ['x'.repeat(300), 'x'.repeat(200)],
  ])('describes the unexpected data %j', (received, quoted) => {
    expect(() => checkResponseShape('P', Shape, received)).toThrow(
      new ResponseShapeError(`P\nunexpected data was received\n${quoted}`),
    )
  })

  it('reports missing data', () => {
    expect(() => checkResponseShape('P', Shape, undefined)).toThrow(/^P\n\/ must be object\nundefined$/)
  })

  it('names an unknown schema, also one with the name of an inherited property', () => {
    for (const name of ['Nowhere', 'toString']) {
      expect(() => checkNamedResponse('P', { Shape }, name, good)).toThrow(`Schema ${name} not found`)
    }
    expect(checkNamedResponse('P', { Shape }, 'Shape', good)).toEqual(good)
  })

  it('runs where generating code from strings is forbidden', () => {
    const program = `
      import { checkResponseShape, Device } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)}
      try { checkResponseShape('P', Device, {}) } catch (error) { process.stdout.write(error.message.slice(0, 9)) }`
    const flags = ['--disallow-code-generation-from-strings', '--input-type=module', '-e', program]
    expect(execFileSync(process.execPath, flags, { encoding: 'utf8' })).toBe('P\n/ must ')
  })
})
