import { calls, type PayloadComment } from '@holdfast/contract'
import { clockTime } from '@holdfast/words'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ConfirmButton } from '../../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { useCan, useProfile } from '../../../shared/session/profile.ts'
import { Moment } from '../../../shared/ui/moment.tsx'
import type { ClosedMedia, MediaControl } from '../content/media-control.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentText } from './comment-text.tsx'
import { CommentVersions } from './comment-versions.tsx'
import classes from './comments.module.css'

interface CommentItemProps {
  comment: PayloadComment
  media: MediaControl | null
  closed: ClosedMedia | null
  /** Its mark on the time line was pressed. */
  isShown: boolean
}

/** One comment with its moment, earlier versions and actions. */
export const CommentItem = ({ comment, media, closed, isShown }: CommentItemProps) => {
  const t = useText()
  const can = useCan()
  const { profile } = useProfile()
  const [isEditing, setEditing] = useState(false)
  const { payload_reference, comment_id, comment_version: version, comment_duration: seconds, raised_by } = comment
  const { save, isSaving, refusal } = useSave({
    call: calls.closeComment,
    changes: [calls.listComments, calls.listPayloadComments],
    onSaved: () => undefined,
  })
  const goTo = media?.seek ?? closed?.playFrom
  if (isEditing) {
    return (
      <li className={classes.comment}>
        <CommentForm
          payloadReference={payload_reference}
          comment={comment}
          media={media}
          onDone={() => setEditing(false)}
        />
      </li>
    )
  }
  return (
    <li className={classes.comment} data-shown={isShown || undefined}>
      <div className={classes.head}>
        <span className={classes.author}>
          <Colleague author={raised_by} />
        </span>
        {seconds !== null && (
          <Button size="compact-xs" variant="light" disabled={!goTo} onClick={() => goTo?.(seconds)}>
            {clockTime(seconds)}
          </Button>
        )}
        {version > 1 && <CommentVersions comment={comment} />}
        <span className={classes.time}>
          <Moment time={comment.raised_at} />
        </span>
      </div>
      <CommentText comment={comment} />
      <Refusal refusal={refusal} />
      <Group gap="xs">
        {can('comments:write') && raised_by === profile?.user_reference && (
          <Button size="compact-xs" variant="subtle" onClick={() => setEditing(true)}>
            {t('form.edit')}
          </Button>
        )}
        {can('comments:delete') && (
          <ConfirmButton
            size="compact-xs"
            variant="subtle"
            color="red"
            label={t('form.delete')}
            title={t('comment.delete_question')}
            body={t('comment.delete_body')}
            isBusy={isSaving}
            onConfirm={() => save({ params: { payload_reference, comment_id }, query: { version } })}
          />
        )}
      </Group>
    </li>
  )
}
