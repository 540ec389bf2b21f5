import { useColleagues } from '../../../shared/found/use-colleagues.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { ShowMore } from '../../../shared/list/show-more.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import classes from './comments.module.css'
import type { usePayloadComments } from './use-payload-comments.ts'

interface DeletedCommentsProps {
  list: ReturnType<typeof usePayloadComments>['deleted']
}

/** Which comments were deleted by whom, without what they said. */
export const DeletedComments = ({ list }: DeletedCommentsProps) => {
  const t = useText()
  const nameOf = useColleagues(list.rows.flatMap(({ raised_by, closed_by }) => [raised_by, closed_by ?? raised_by]))
  if (list.rows.length === 0) return null
  return (
    <>
      <ul className={classes.deleted} aria-label={t('comment.deleted_list')}>
        {list.rows.map(({ comment_id, raised_by, closed_by, closed_at }) => (
          <li key={comment_id}>
            {raised_by === closed_by
              ? t('comment.deleted_own', { author: nameOf(raised_by) })
              : t('comment.deleted_by', {
                  author: nameOf(raised_by),
                  who: closed_by === null ? '–' : nameOf(closed_by),
                })}{' '}
            {closed_at && <Moment time={closed_at} />}
          </li>
        ))}
      </ul>
      <ShowMore list={list} />
    </>
  )
}
