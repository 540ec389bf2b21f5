import type { PayloadComment } from '@holdfast/contract'
import { describe, expect, it } from 'vitest'
import { marksOf } from './place-marks.ts'

const at = (comment_duration: number | null, comment_id = `at ${comment_duration}`) =>
  ({ comment_id, comment_duration }) as PayloadComment
const idsOf = (comments: readonly PayloadComment[], seconds: number, widthPx: number) =>
  marksOf(comments, seconds, widthPx).map((mark) => mark.comments.map(({ comment_id }) => comment_id))

describe('marks of comments on a time line', () => {
  it('stand where the comments are, in the order of their moments', () => {
    const marks = marksOf([at(90), at(30), at(null)], 120, 1_000)
    expect(marks.map(({ share }) => share)).toEqual([0.75, 0.25].toReversed())
  })

  it('are one where they would cover each other', () => {
    const comments = [at(10), at(11), at(60)]
    expect(idsOf(comments, 100, 300)).toEqual([['at 10', 'at 11'], ['at 60']])
    expect(idsOf(comments, 100, 3_000)).toEqual([['at 10'], ['at 11'], ['at 60']])
  })

  it('never cover each other, however many comments there are', () => {
    const comments = Array.from({ length: 500 }, (_, index) => at(index / 5))
    const places = marksOf(comments, 100, 300).map(({ share }) => share * 300)
    for (const [index, place] of places.entries())
      if (index > 0) expect(place - (places[index - 1] ?? 0)).toBeGreaterThanOrEqual(24)
    expect(marksOf(comments, 100, 300).flatMap((mark) => mark.comments)).toHaveLength(500)
  })

  it('stay on the time line, also of a recording without length', () => {
    expect(marksOf([at(500)], 100, 300).map(({ share }) => share)).toEqual([1])
    expect(marksOf([at(5)], 0, 300)).toEqual([])
    expect(idsOf([at(1), at(2)], 100, 0)).toEqual([['at 1', 'at 2']])
  })
})
