import { describe, expect, it } from 'vitest'
import { partsOf, typedMention, withMention, withNames } from './mention-parts.ts'

const amir = { user_reference: 'amir', name: 'Amir Khan' }
const amirK = { user_reference: 'amir.khan', name: null }

describe('the text of a comment', () => {
  it('has the names of the people whom it mentions, and of nobody else', () => {
    const text = 'Ask @amir.khan or @amir, not @amira@example.com'
    expect(partsOf(text, [amir, amirK]).filter(({ person }) => person)).toEqual([
      { text: '@amir.khan', person: amirK },
      { text: '@Amir Khan', person: amir },
    ])
    expect(partsOf(text, [])).toEqual([{ text }])
    expect(withNames({ comment_body: '@amir: heard', mentions: [amir] })).toBe('@Amir Khan: heard')
  })
})

describe('a mention that is being typed', () => {
  it('begins with an @ after a space, and ends with the next one', () => {
    expect(typedMention('Ask @am', 7)).toBe('am')
    expect(typedMention('@', 1)).toBe('')
    expect(typedMention('Ask @am now', 7)).toBe('am')
    for (const text of ['Ask @am ', 'a@b', 'Ask', '']) expect(typedMention(text, text.length)).toBeNull()
  })

  it('is replaced by the reference', () => {
    expect(withMention('Ask @am now', 7, 'amir')).toEqual({ text: 'Ask @amir now', caret: 10 })
    expect(withMention('@', 1, 'amir')).toEqual({ text: '@amir ', caret: 6 })
  })
})
