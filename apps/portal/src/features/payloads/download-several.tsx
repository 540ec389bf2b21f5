import { calls } from '@holdfast/contract'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { callApi } from '../../shared/api/client.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import type { ActionDialogProps } from '../../shared/list/selection/selection-action.ts'
import { notice } from '../../shared/notices/notice.ts'
import { saveAddress } from '../../shared/ui/save-address.ts'

/** Saves the originals of the selected recordings as one file. */
export const DownloadSeveral = ({ references, onClose }: ActionDialogProps) => {
  const t = useText()
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(calls.createDownload, { body: { payload_references: [...references] } }),
    onSuccess: ({ url, items }) => {
      onClose()
      if (url === null) return notice(text('download.nothing'), text('download.nothing_body'))
      saveAddress(url)
      const refused = items.filter(({ status }) => status !== 'Ok').length
      notice(text('download.begun'), text('download.begun_body', { refused }))
    },
  })
  return (
    <Stack>
      <Text size="sm">{t('download.body')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <Button loading={isPending} onClick={() => mutate()} data-autofocus>
          {t('payload.download')}
        </Button>
      </Group>
    </Stack>
  )
}
