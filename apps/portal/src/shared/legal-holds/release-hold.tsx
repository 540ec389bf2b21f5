import { calls, type LegalHold } from '@holdfast/contract'
import { Button, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { DialogForm } from '../forms/dialog-form.tsx'
import { useSave } from '../forms/use-save.ts'
import { Colleague } from '../found/colleague.tsx'
import { useText } from '../i18n/text.ts'
import { notice } from '../notices/notice.ts'
import { useCan, useProfile } from '../session/profile.ts'
import { HeldTarget } from './held-target.tsx'
import { isWritten, ReasonInput, ReleaseRule } from './release-fields.tsx'
import { stepOfRelease, toldOfRelease } from './told-of-release.ts'

const changes = [calls.listLegalHolds, calls.listMatters]

/** A button that releases a hold, asks for its release or confirms it; nothing for people who may not, and where there is nothing to do. */
export const ReleaseHold = ({ hold }: { hold: LegalHold }) => {
  const t = useText()
  const can = useCan()
  const { profile } = useProfile()
  const [isOpen, { open, close }] = useDisclosure(false)
  const isAsked = hold.release_asked_by !== null
  const isOwn = profile?.user_reference === hold.release_asked_by
  if (!can('legal_holds:release') || !hold.is_active || hold.release_at !== null || (isAsked && isOwn)) return null
  const label = t(isAsked ? 'holds.confirm_release' : 'holds.release')
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-haspopup="dialog"
        aria-label={t('holds.release_which', { label, target: hold.target, matter: hold.matter_reference })}
        onClick={open}
      >
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t(isAsked ? 'holds.confirm_title' : 'holds.release_title')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <ReleaseForm hold={hold} label={label} onDone={close} />
      </Modal>
    </>
  )
}

interface ReleaseFormProps {
  hold: LegalHold
  label: string
  onDone: () => void
}

const ReleaseForm = ({ hold, label, onDone }: ReleaseFormProps) => {
  const t = useText()
  const { target, target_type, matter_reference, release_asked_by } = hold
  const [reason, setReason] = useState('')
  const done = (step: string | undefined) => {
    notice(toldOfRelease(step), matter_reference)
    onDone()
  }
  const ofPerson = useSave({
    call: calls.releaseLegalHold,
    changes,
    onSaved: ({ items }) => done(stepOfRelease(items.find(({ hold_id }) => hold_id === hold.hold_id))),
  })
  const ofMatter = useSave({
    call: calls.releaseMatterHolds,
    changes,
    onSaved: ({ items: [outcome] }) => done(outcome?.result),
  })
  const release = () => {
    const why = { reason: reason.trim() }
    if (target_type === 'DeviceUser' || target_type === 'PortalUser')
      return ofPerson.save({ params: { target_type, target }, body: { target_type, target, matter_reference, ...why } })
    const body = target_type === 'Group' ? { groups: [target] } : { payload_references: [target] }
    return ofMatter.save({ params: { matter_reference }, body: { ...body, ...why } })
  }
  return (
    <DialogForm
      label={label}
      color="red"
      isSaving={ofPerson.isSaving || ofMatter.isSaving}
      refusal={ofPerson.refusal ?? ofMatter.refusal}
      isComplete={isWritten(reason)}
      onSubmit={release}
      onCancel={onDone}
    >
      <Stack gap="xs">
        <Text size="sm">
          <HeldTarget {...hold} /> · {t(`hold_target.${target_type}`)} ·{' '}
          {t('holds.of_matter', { matter: matter_reference })}
        </Text>
        <Text size="sm">{t(`holds.frees_${target_type}`)}</Text>
        <Text size="sm">{t('holds.frees_last')}</Text>
        <ReleaseRule isAsked={release_asked_by !== null} />
        {release_asked_by !== null && (
          <Text size="sm">
            {t('holds.asked_by')} <Colleague author={release_asked_by} />
            {hold.release_reason !== null && (
              <>
                {': '}
                <bdi>{hold.release_reason}</bdi>
              </>
            )}
          </Text>
        )}
        <ReasonInput reason={reason} onChange={setReason} />
      </Stack>
    </DialogForm>
  )
}
