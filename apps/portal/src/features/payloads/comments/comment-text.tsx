import type { PayloadComment } from '@holdfast/contract'
import { useText } from '../../../shared/i18n/text.ts'
import classes from './comments.module.css'
import { partsOf } from './mention-parts.ts'

/** What a comment says; the people whom it mentions stand in it by name. */
export const CommentText = ({ comment: { comment_body, mentions } }: { comment: PayloadComment }) => {
  const t = useText()
  return (
    <p className={classes.body}>
      {comment_body === '' && t('comment.erased')}
      {partsOf(comment_body, mentions).map(({ text, person }, place) =>
        person ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same person can be mentioned several times
          <strong key={place} title={person.user_reference} className={classes.mention}>
            <bdi>{text}</bdi>
          </strong>
        ) : (
          text
        ),
      )}
    </p>
  )
}
