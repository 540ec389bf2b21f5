import type { PayloadComment } from '@holdfast/contract'
import { createContext, use } from 'react'
import { usePageKeys } from '../../../shared/ui/use-page-keys.ts'

/** What a player needs of the comments on its recording. */
export interface CommentTimeline {
  /** The newest 500. */
  comments: readonly PayloadComment[]
  /** The comment that was shown last. */
  shown: string | null
  /** Shows a comment below the time line, and marks it in the list. */
  show: (comment: PayloadComment) => void
  /** Begins a comment on the moment at these seconds; absent for people who can't comment. */
  begin?: (seconds: number) => void
}

/** `null` for people who may not read comments. */
export const CommentTimelineContext = createContext<CommentTimeline | null>(null)

/**
 * The action and key (`c`) with which somebody comments on the present moment of a player.
 * @param position seconds; `null` while the player is not ready
 * @returns `undefined` for people who can't comment
 */
export const useCommentHere = (position: (() => number) | null): (() => void) | undefined => {
  const begin = use(CommentTimelineContext)?.begin
  const here = begin && position ? () => begin(Math.floor(position())) : undefined
  usePageKeys(here ? [['comment', here]] : [])
  return here
}
