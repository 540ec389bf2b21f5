import { limits } from '@holdfast/contract'
import { Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { currentQuestion, dropQuestions, type ReasonQuestion, subscribeToQuestions } from './ask-reason.ts'
import { latestReason } from './given-reasons.ts'
import classes from './reason-dialog.module.css'

/** Asks why content is opened, in accounts that ask. Without an answer, nothing is opened. */
export const ReasonDialog = () => {
  const t = useText()
  const question = useSyncExternalStore(subscribeToQuestions, currentQuestion)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever goes to another screen opens nothing on this one
  useEffect(() => dropQuestions, [path])
  return (
    <Modal
      opened={question !== undefined}
      onClose={() => question?.answer(null)}
      title={t('reasons.title')}
      centered
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      {question && <ReasonForm question={question} />}
    </Modal>
  )
}

const ReasonForm = ({ question: { kind, reasons, answer } }: { question: ReasonQuestion }) => {
  const t = useText()
  // Whoever samples recordings has one reason for all of them, and confirms it for each.
  const [offered] = useState(() => offeredReason(kind, reasons))
  const [reason, setReason] = useState(offered)
  const isGiven = /[^\s\p{Cf}]/u.test(reason)
  return (
    <DialogForm
      label={t('reasons.open')}
      isComplete={isGiven}
      onSubmit={() => answer(kind === 'list' ? reason : reason.trim())}
      onCancel={() => answer(null)}
    >
      <Text size="sm">{t('reasons.body')}</Text>
      {kind === 'list' ? (
        <Radio.Group label={t('reasons.reason')} value={reason} onChange={setReason}>
          <Stack gap="xs" mt="xs" className={classes.list}>
            {reasons.map((each, place) => (
              <Radio
                key={each}
                value={each}
                label={<bdi>{each}</bdi>}
                classNames={{ body: classes.choice ?? '' }}
                {...(place === Math.max(0, reasons.indexOf(offered)) && { 'data-autofocus': true })}
              />
            ))}
          </Stack>
        </Radio.Group>
      ) : (
        <TextInput
          label={t('reasons.reason')}
          maxLength={limits.maxPlaybackReasonCharacters}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      )}
    </DialogForm>
  )
}

const offeredReason = (kind: ReasonQuestion['kind'], reasons: readonly string[]): string => {
  const latest = latestReason() ?? ''
  return kind === 'text' || reasons.includes(latest) ? latest : ''
}
