import { calls, limits } from '@holdfast/contract'
import { Alert, Button, Modal, NumberInput, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { text, useText } from '../../../shared/i18n/text.ts'
import { notice } from '../../../shared/notices/notice.ts'

const usualOverlapDays = 14

/** Replaces the secret, after asking how long handsets may use the former one. */
export const RotateSecret = ({ fingerprint }: { fingerprint: string }) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  const [days, setDays] = useState<number | string>(usualOverlapDays)
  const { save, isSaving, refusal, forget } = useSave({
    call: calls.rotateEnrolmentSecret,
    changes: [calls.getEnrolmentSecretState],
    onSaved: () => {
      close()
      notice(text('secret.rotated'))
    },
  })
  const isComplete = typeof days === 'number' && days >= 0 && days <= limits.maxSecretOverlapDays
  const cancel = () => {
    forget()
    close()
  }
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('secret.rotate')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={cancel}
        title={t('secret.rotate_title')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <DialogForm
          label={t('secret.rotate')}
          isComplete={isComplete}
          isSaving={isSaving}
          refusal={refusal}
          onSubmit={() => save({ body: { fingerprint, overlap_days: Number(days) } })}
          onCancel={cancel}
        >
          <Text size="sm">{t('secret.rotate_body')}</Text>
          <NumberInput
            label={t('secret.overlap')}
            description={t('secret.overlap_hint', { most: limits.maxSecretOverlapDays })}
            min={0}
            max={limits.maxSecretOverlapDays}
            allowDecimal={false}
            allowNegative={false}
            value={days}
            onChange={setDays}
            data-autofocus
          />
          {days === 0 && <Alert color="yellow">{t('secret.no_overlap')}</Alert>}
        </DialogForm>
      </Modal>
    </>
  )
}
