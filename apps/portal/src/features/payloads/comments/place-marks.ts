import type { PayloadComment } from '@holdfast/contract'

/** Comments on about the same moment of a recording. */
export interface CommentMark {
  /** Where it stands on the time line, from 0 to 1. */
  share: number
  /** In the order of their moments. */
  comments: readonly [PayloadComment, ...PayloadComment[]]
}

/** The width of a mark (WCAG 2.2, 2.5.8). */
const markPx = 24

/**
 * The marks of comments on a time line. Those that would cover each other are one mark.
 * @param seconds length of the recording
 * @param widthPx width of the time line
 */
export const marksOf = (comments: readonly PayloadComment[], seconds: number, widthPx: number): CommentMark[] => {
  if (seconds <= 0) return []
  const shareOf = ({ comment_duration }: PayloadComment) => Math.min(1, (comment_duration ?? 0) / seconds)
  const onMoments = comments
    .filter(({ comment_duration }) => comment_duration !== null)
    .toSorted((a, b) => (a.comment_duration ?? 0) - (b.comment_duration ?? 0))
  const marks: { share: number; comments: [PayloadComment, ...PayloadComment[]] }[] = []
  for (const comment of onMoments) {
    const last = marks.at(-1)
    if (last && (shareOf(comment) - last.share) * widthPx < markPx) last.comments.push(comment)
    else marks.push({ share: shareOf(comment), comments: [comment] })
  }
  return marks
}
