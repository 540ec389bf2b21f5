import { calls } from '@holdfast/contract'
import { useEffect } from 'react'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { failureNotice, notice } from '../../shared/notices/notice.ts'

/**
 * Replaces an account's key pair: devices use the new key at once, and recordings sealed with the old one can still be
 * opened.
 */
export const RotateKey = ({ client }: { client: string }) => {
  const t = useText()
  const { save, isSaving, refusal } = useSave({
    call: calls.rotatePublicKey,
    changes: [calls.listPublicKeys],
    onSaved: ({ key_id }) => notice(text('keys.rotated'), key_id),
  })
  useEffect(() => {
    if (refusal) failureNotice(refusal)
  }, [refusal])
  return (
    <ConfirmButton
      size="xs"
      variant="default"
      label={t('keys.rotate')}
      title={t('keys.rotate_title', { client })}
      body={t('keys.rotate_body')}
      typed={client}
      isBusy={isSaving}
      onConfirm={() => save({ params: { client } })}
    />
  )
}
