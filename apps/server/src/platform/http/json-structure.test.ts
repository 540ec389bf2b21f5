import { describe, expect, it } from 'vitest'
import { JsonStructure } from './json-structure.ts'

const count = (pieces: readonly string[], { maxDepth = 10, maxTokens = 1_000 } = {}): number => {
  const structure = new JsonStructure({ maxDepth, maxTokens })
  for (const piece of pieces) structure.take(Buffer.from(piece))
  return structure.tokens
}

describe('the structural characters of a JSON text', () => {
  it('are those outside its strings', () => {
    expect(count(['{"a":[1,2],"b":{}}'])).toBe(7)
    expect(count(['{"a,b":"{[:,"}'])).toBe(2)
    expect(count(['["\\",[","\\\\",1]'])).toBe(3)
  })

  it('are the same in whatever chunks it arrives', () => {
    const text = '{"a\\"[":["\\\\",{"b":"é,"}],"c":-1.5e3}'
    for (let at = 0; at <= text.length; at++) {
      expect(count([text.slice(0, at), text.slice(at)])).toBe(count([text]))
    }
  })
})

describe('limits on a JSON text', () => {
  it('on the number of values apply as soon as it is exceeded', () => {
    expect(count(['[1,2,3]'], { maxTokens: 3 })).toBe(3)
    expect(() => count(['[1,2,3,'], { maxTokens: 3 })).toThrow('request holds too many values')
  })

  it('on depth count what is still open', () => {
    expect(count(['[[],[],[[]]]'], { maxDepth: 3 })).toBe(7)
    expect(() => count(['[[[['], { maxDepth: 3 })).toThrow('nested too deeply')
  })
})
