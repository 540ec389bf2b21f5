import {
  calls,
  type GapReason,
  gapReasons,
  maxGapExplanationCharacters,
  type SequenceGap,
  type SequenceGapDetail,
} from '@holdfast/contract'
import { Button, Modal, Select, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { type MessageId, text, useText } from '../../../shared/i18n/text.ts'
import { notice } from '../../../shared/notices/notice.ts'
import { GapEvidenceList } from './gap-evidence-list.tsx'

const changes = [calls.listSequenceGaps, calls.getCompletenessFigures, calls.listCompletenessDays]

const DialogButton = ({
  label,
  variant,
  children,
}: {
  label: MessageId
  variant?: 'default'
  children: (close: () => void) => ReactNode
}) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={open} {...(variant && { variant, size: 'xs' })}>
        {t(label)}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t(label)}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        {children(close)}
      </Modal>
    </>
  )
}

const Words = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const t = useText()
  return (
    <Textarea
      label={t('completeness.words')}
      description={t('completeness.words_hint')}
      withAsterisk
      maxLength={maxGapExplanationCharacters}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface ExplainGapProps {
  detail: SequenceGapDetail
  onDone: () => void
}

/** States why recordings are missing. The suggestion is chosen already, with what supports it. */
export const ExplainGap = ({ detail, onDone }: ExplainGapProps) => (
  <DialogButton label={detail.gap.explanation ? 'completeness.explain_again' : 'completeness.explain'}>
    {(close) => (
      <ExplainForm
        detail={detail}
        onCancel={close}
        onSaved={() => {
          close()
          onDone()
        }}
      />
    )}
  </DialogButton>
)

interface FormProps {
  onCancel: () => void
  onSaved: () => void
}

const ExplainForm = ({ detail, onCancel, onSaved }: FormProps & { detail: SequenceGapDetail }) => {
  const t = useText()
  const { gap, suggestion, evidence } = detail
  const [reason, setReason] = useState<GapReason | null>(gap.explanation?.reason ?? suggestion)
  const [words, setWords] = useState(gap.explanation?.text ?? '')
  const { save, isSaving, refusal } = useSave({
    call: calls.explainSequenceGap,
    changes,
    onSaved: () => {
      notice(text('completeness.explained_notice'), gap.device_reference)
      onSaved()
    },
  })
  const send = () => {
    const { gap_reference, version } = gap
    if (reason !== null) save({ params: { gap_reference }, body: { version, reason, text: words.trim() } })
  }
  return (
    <DialogForm
      label={t('completeness.explain')}
      isComplete={reason !== null && words.trim() !== ''}
      isSaving={isSaving}
      refusal={refusal}
      onSubmit={send}
      onCancel={onCancel}
    >
      <Text size="sm">
        {suggestion
          ? t('completeness.suggested', { reason: t(`completeness.reason_${suggestion}`) })
          : t('completeness.no_suggestion')}
      </Text>
      {evidence.length > 0 && (
        <GapEvidenceList device_reference={gap.device_reference} evidence={evidence.slice(0, 3)} />
      )}
      <Select
        label={t('completeness.reason')}
        withAsterisk
        allowDeselect={false}
        data={gapReasons.map((value) => ({ value, label: t(`completeness.reason_${value}`) }))}
        value={reason}
        onChange={(value) => setReason(value as GapReason | null)}
        data-autofocus
      />
      <Words value={words} onChange={setWords} />
    </DialogForm>
  )
}

/** Withdraws an explanation, with words. */
export const WithdrawExplanation = ({ gap, onDone }: { gap: SequenceGap; onDone: () => void }) => (
  <DialogButton label="completeness.withdraw" variant="default">
    {(close) => (
      <WithdrawForm
        gap={gap}
        onCancel={close}
        onSaved={() => {
          close()
          onDone()
        }}
      />
    )}
  </DialogButton>
)

const WithdrawForm = ({ gap, onCancel, onSaved }: FormProps & { gap: SequenceGap }) => {
  const t = useText()
  const [words, setWords] = useState('')
  const { save, isSaving, refusal } = useSave({
    call: calls.withdrawGapExplanation,
    changes,
    onSaved: () => {
      notice(text('completeness.withdrawn_notice'), gap.device_reference)
      onSaved()
    },
  })
  const { gap_reference, version } = gap
  return (
    <DialogForm
      label={t('completeness.withdraw')}
      isComplete={words.trim() !== ''}
      isSaving={isSaving}
      refusal={refusal}
      onSubmit={() => save({ params: { gap_reference }, body: { version, text: words.trim() } })}
      onCancel={onCancel}
    >
      <Text size="sm">{t('completeness.withdraw_hint')}</Text>
      <Words value={words} onChange={setWords} />
    </DialogForm>
  )
}
