import { clockTime } from '@holdfast/words'
import { Tooltip, UnstyledButton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { use } from 'react'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { useColleagues } from '../../../shared/found/use-colleagues.ts'
import { useText } from '../../../shared/i18n/text.ts'
import classes from './comment-marks.module.css'
import { type CommentTimeline, CommentTimelineContext } from './comment-timeline.ts'
import { withNames } from './mention-parts.ts'
import { type CommentMark, marksOf } from './place-marks.ts'

const firstWordsCharacters = 80

interface CommentMarksProps {
  /** Length of the recording; 0 while it is unknown. */
  seconds: number
  /** Moves the player. */
  seek: (seconds: number) => void
}

/** The comments on moments of a recording, on its time line. A mark leads to its moment and shows the comment. */
export const CommentMarks = ({ seconds, seek }: CommentMarksProps) => {
  const t = useText()
  const { ref, width } = useElementSize<HTMLUListElement>()
  const timeline = use(CommentTimelineContext)
  if (!timeline?.comments.some(({ comment_duration }) => comment_duration !== null)) return null
  return (
    <ul ref={ref} className={classes.marks} aria-label={t('comment.marks')}>
      {marksOf(timeline.comments, seconds, width).map((mark) => (
        <li key={mark.comments[0].comment_id} className={classes.place} style={{ left: `${100 * mark.share}%` }}>
          <Mark mark={mark} timeline={timeline} seek={seek} />
        </li>
      ))}
    </ul>
  )
}

interface MarkProps {
  mark: CommentMark
  timeline: CommentTimeline
  seek: (seconds: number) => void
}

const Mark = ({ mark: { comments }, timeline, seek }: MarkProps) => {
  const t = useText()
  const [first] = comments
  const shown = comments.findIndex(({ comment_id }) => comment_id === timeline.shown)
  // Pressing again leads through all comments of the mark.
  const next = comments[(shown + 1) % comments.length] ?? first
  const body = withNames(next)
  const excerpt = body.length > firstWordsCharacters ? `${body.slice(0, firstWordsCharacters).toWellFormed()}…` : body
  const nameOf = useColleagues([next.raised_by])
  const values = { time: clockTime(next.comment_duration ?? 0), who: nameOf(next.raised_by), words: excerpt }
  const others = comments.length - 1
  const label = others > 0 ? t('comment.mark_of_many', { ...values, count: others }) : t('comment.mark', values)
  return (
    <Tooltip label={label} multiline maw={320}>
      <UnstyledButton
        className={classes.mark}
        data-shown={shown >= 0 || undefined}
        aria-label={label}
        onClick={() => {
          seek(next.comment_duration ?? 0)
          timeline.show(next)
        }}
      >
        <span className={classes.dot}>{others > 0 && comments.length}</span>
      </UnstyledButton>
    </Tooltip>
  )
}

/** The comment whose mark was pressed, below the time line, so that nobody loses sight of the player. */
export const ShownOnTimeline = () => {
  const timeline = use(CommentTimelineContext)
  const comment = timeline?.comments.find(({ comment_id }) => comment_id === timeline.shown)
  return (
    <div role="status">
      {comment && (
        <div className={classes.shown}>
          <span className={classes.author}>
            <Colleague author={comment.raised_by} />
          </span>
          <span className={classes.moment}>{clockTime(comment.comment_duration ?? 0)}</span>
          <p className={classes.words}>{withNames(comment)}</p>
        </div>
      )}
    </div>
  )
}
