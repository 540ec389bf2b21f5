import type { CallDeclaration, CallInput, RoleDraft } from '@holdfast/contract'
import { calls } from '@holdfast/contract'
import { Button, Divider, Group, Input, Stack, Text, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Refusal } from '../forms/refusal.tsx'
import { useSave } from '../forms/use-save.ts'
import { type MessageId, text, useText } from '../i18n/text.ts'
import { notice } from '../notices/notice.ts'
import { useSession } from '../session/use-session.ts'
import { titleOfDraft } from './title-of-draft.ts'

/** A call that hands a change over. */
type HandOverCall = CallDeclaration & { readonly response: typeof calls.handOverRole.response }

interface HandOverProps<C extends HandOverCall> {
  call: C
  input: (note: string) => Partial<CallInput<C>>
  hint: MessageId
  /** That nobody can approve it at present, if that is known. */
  nobody?: MessageId | false
  /** The note of the change that this one replaces. */
  formerNote?: string | undefined
  /** Whether it can't be saved either. */
  isOnlyWay?: boolean
  /** Whether a heading above it says what it is. */
  isTitled?: boolean
  /** Whether what the editor holds can be handed over; otherwise it shows what is wrong at the fields. */
  isValid?: () => boolean
  /** Before the change that was handed over is opened: nothing is left to save here. */
  onHandedOver?: () => void
}

/** Why something can be handed over, or that nobody can approve it at present: then it does not say that somebody may. */
export const HandOverHint = ({ hint, nobody }: { hint: MessageId; nobody: MessageId | false }) => {
  const t = useText()
  if (!nobody) return <Text size="sm">{t(hint)}</Text>
  return (
    <>
      {hint === 'role_drafts.second_person_hint' && <Text size="sm">{t(hint)}</Text>}
      <Text size="sm" fw={600}>
        {t(nobody)} {t('role_drafts.hand_over_all_the_same')}
      </Text>
    </>
  )
}

/** Hands what an editor holds to somebody who may approve it, with a note. */
export const HandOver = <C extends HandOverCall>(props: HandOverProps<C>) => {
  const { call, input, hint, nobody = false, isOnlyWay = false, isTitled = false } = props
  const { formerNote = '', isValid, onHandedOver } = props
  const t = useText()
  const isOnVisit = useSession().support !== null
  const navigate = useNavigate()
  const [note, setNote] = useState(formerNote)
  const [isMissing, setMissing] = useState(false)
  const [isInvalid, setInvalid] = useState(false)
  const handing = useSave({
    call,
    changes: [calls.listRoleDrafts],
    onSaved: (answer) => {
      const draft = answer as RoleDraft
      notice(text('role_drafts.handed_over'), titleOfDraft(draft))
      onHandedOver?.()
      // Back must not lead to the editor of a draft that was just replaced.
      void navigate({ to: `/dashboard/access/role-drafts/${draft.draft_reference}`, replace: formerNote !== '' })
    },
  })
  const handOver = () => {
    const why = note.trim()
    setMissing(why === '')
    setInvalid(false)
    if (why === '') return
    if (isValid?.() ?? true) handing.save(input(why))
    else setInvalid(true)
  }
  // Staff on a visit can't hand anything over.
  if (isOnVisit) return null
  return (
    <Stack>
      {!isTitled && <Divider label={t('role_drafts.hand_over')} labelPosition="left" />}
      <HandOverHint hint={hint} nobody={nobody} />
      <Textarea
        label={t('role_drafts.note')}
        withAsterisk
        maxLength={1000}
        value={note}
        error={isMissing && t('role_drafts.note_missing')}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Refusal refusal={handing.refusal} />
      {isInvalid && (
        <Input.Error size="sm" role="alert">
          {t('role_drafts.invalid')}
        </Input.Error>
      )}
      <Group>
        <Button variant={isOnlyWay ? 'filled' : 'default'} loading={handing.isSaving} onClick={handOver}>
          {t('role_drafts.hand_over_now')}
        </Button>
      </Group>
    </Stack>
  )
}
