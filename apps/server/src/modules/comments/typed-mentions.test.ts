import { describe, expect, it } from 'vitest'
import { typedMentions } from './typed-mentions.ts'

const known = new Set(['amir', 'amir.khan', 'priya@desk.example', 'otto'])
const of = (text: string) => typedMentions(text, (person) => known.has(person))

describe('a mention that was typed', () => {
  it('is a known reference after an @, up to the end of the word or a sign that ends it', () => {
    expect(of('@amir')).toEqual(['amir'])
    expect(of('Ask @amir.khan, then @otto. (@amir)')).toEqual(['amir.khan', 'otto', 'amir'])
    expect(of('See @priya@desk.example!')).toEqual(['priya@desk.example'])
    expect(of('@otto and @otto')).toEqual(['otto'])
  })

  it('is not within a longer word, of somebody unknown, or an e-mail address', () => {
    for (const text of ['@amira', '@amir.kh', '@nobody', 'to desk@otto', '@', '@ otto', '@Otto']) {
      expect([text, of(text)]).toEqual([text, []])
    }
  })

  it('is found among the first 500 signs @ of a text', () => {
    expect(of(`${'@'.repeat(499)} @otto`)).toEqual(['otto'])
    expect(of(`${'@'.repeat(501)} @otto`)).toEqual([])
  })
})
