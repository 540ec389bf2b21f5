import { calls, hasMention, type PayloadComment } from '@holdfast/contract'
import { clockTime } from '@holdfast/words'
import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { type MediaControl, useCurrentSecond } from '../content/media-control.ts'
import { MentionInput } from './mention-input.tsx'

/** A moment of the recording, in seconds; another object each time somebody asks for it. */
export interface AskedMoment {
  seconds: number
}

interface CommentFormProps {
  payloadReference: string
  /** The comment to change; absent for a new one. */
  comment?: PayloadComment
  media: MediaControl | null
  /** Takes this moment and the focus, as if the person had checked it. */
  asked?: AskedMoment | null
  onDone?: () => void
}

/** Writes or changes a comment on the recording, or on the current moment of it. */
export const CommentForm = ({
  payloadReference: payload_reference,
  comment,
  media,
  asked,
  onDone,
}: CommentFormProps) => {
  const t = useText()
  const [message, setMessage] = useState(comment?.comment_body ?? '')
  const [mentions, setMentions] = useState<ReadonlySet<string>>(
    () => new Set(comment?.mentions.map(({ user_reference }) => user_reference)),
  )
  const [moment, setMoment] = useState(comment?.comment_duration ?? null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!asked) return
    setMoment(asked.seconds)
    field.current?.focus()
  }, [asked])
  const { save, isSaving, refusal } = useSave({
    call: comment ? calls.putComment : calls.createComment,
    changes: [calls.listComments, calls.listPayloadComments],
    onSaved: () => {
      setMessage('')
      setMentions(new Set())
      setMoment(null)
      onDone?.()
    },
  })
  const canSave = message.trim() !== '' && !isSaving
  const submit = () => {
    if (!canSave) return
    const mentioned = [...mentions].filter((person) => hasMention(message, person))
    const body = { message, comment_duration: moment, mentions: mentioned }
    if (comment) {
      const { comment_id, comment_version: version } = comment
      save({ params: { payload_reference, comment_id }, body: { ...body, version } })
    } else save({ params: { payload_reference }, body })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
    // Leads out of the field, so that the keys of the player work again. The text stays.
    if (event.key === 'Escape') event.currentTarget.blur()
  }
  const label = t(comment ? 'form.edit' : 'comment.write')
  return (
    <Stack gap="xs">
      <MentionInput
        payloadReference={payload_reference}
        field={field}
        label={label}
        value={message}
        isReadOnly={isSaving}
        onChange={setMessage}
        onMention={(person) => setMentions((before) => new Set([...before, person]))}
        onKeyDown={onKeyDown}
      />
      <Refusal refusal={refusal} />
      <Group justify="space-between">
        <MomentInput media={media} moment={moment} former={comment?.comment_duration ?? null} onChange={setMoment} />
        <Group gap="xs">
          {onDone && (
            <Button size="xs" variant="default" onClick={onDone}>
              {t('form.cancel')}
            </Button>
          )}
          <Button size="xs" loading={isSaving} disabled={!canSave} onClick={submit}>
            {t(comment ? 'form.save' : 'comment.send')}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}

interface MomentInputProps {
  media: MediaControl | null
  moment: number | null
  /** The moment of a comment that is changed. */
  former: number | null
  onChange: (moment: number | null) => void
}

/** Whether the comment is on a moment: the current one, or the one that it had. */
const MomentInput = ({ media, moment, former, onChange }: MomentInputProps) => {
  const t = useText()
  const second = useCurrentSecond(media)
  if (!media && moment === null) return <span />
  return (
    <Checkbox
      label={t('comment.at', { time: clockTime(moment ?? second) })}
      checked={moment !== null}
      onChange={({ currentTarget }) => onChange(currentTarget.checked ? (former ?? media?.position() ?? 0) : null)}
    />
  )
}
