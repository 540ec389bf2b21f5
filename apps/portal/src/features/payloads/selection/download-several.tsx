import { calls } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { callApi } from '../../../shared/api/client.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { text, useText } from '../../../shared/i18n/text.ts'
import type { ActionDialogProps } from '../../../shared/list/selection/selection-action.ts'
import { notice } from '../../../shared/notices/notice.ts'
import { saveAddress } from '../../../shared/ui/save-address.ts'
import { afterReason, withReason } from '../reasons/ask-reason.ts'

/** Saves the originals of the selected recordings as one file. */
export const DownloadSeveral = ({ references, onClose }: ActionDialogProps) => {
  const t = useText()
  // Asked once for all of them.
  const scope = `download ${references.join(' ')}`
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      withReason(scope, (given) =>
        callApi(calls.createDownload, { body: { payload_references: [...references], ...given } }),
      ),
    onSuccess: ({ url, items }) => {
      onClose()
      if (url === null) return notice(text('download.nothing'), text('download.nothing_body'))
      saveAddress(url)
      const refused = items.filter(({ status }) => status !== 'Ok').length
      notice(text('download.begun'), text('download.begun_body', { refused }))
    },
  })
  return (
    <DialogForm
      hasNoFields
      label={t('payload.download')}
      isSaving={isPending}
      onSubmit={() => afterReason(scope, mutate)}
      onCancel={onClose}
    >
      <Text size="sm">{t('download.body')}</Text>
    </DialogForm>
  )
}
