import type { Payload } from '@holdfast/contract'
import { ActionIcon, Button, CopyButton, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconDownload, IconLink } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/text.ts'
import { announce } from '../../shared/notices/announcer.tsx'
import { ConfirmReceipt } from './confirm-receipt.tsx'
import { DeleteRecording } from './deletion/delete-recording.tsx'
import { useDownload, useMayDownload } from './download.tsx'
import { NeighboursControl } from './neighbours-control.tsx'
import { ReviewButton } from './reviews/review-button.tsx'

/** Saves the original. */
const Download = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const { download, isPending } = useDownload(payload)
  return (
    <Button variant="default" size="xs" leftSection={<IconDownload size={16} />} loading={isPending} onClick={download}>
      {t('payload.download')}
    </Button>
  )
}

/** What can be done with a recording: step to its neighbours, copy its address, mark it as reviewed, confirm its receipt, save it, delete it. */
export const PayloadActions = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const { pathname } = useLocation()
  const mayDownload = useMayDownload(payload)
  return (
    <Group gap="xs">
      <NeighboursControl />
      <CopyButton value={`${window.location.origin}${pathname}`}>
        {({ copied, copy }) => (
          <Tooltip label={t(copied ? 'payload.link_copied' : 'payload.copy_link')}>
            <ActionIcon
              variant="default"
              size={30}
              aria-label={t('payload.copy_link')}
              onClick={() => {
                copy()
                announce(t('payload.link_copied'))
              }}
            >
              {copied ? <IconCheck size={16} /> : <IconLink size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
      <ReviewButton payload={payload} />
      <ConfirmReceipt payload={payload} />
      {mayDownload && <Download payload={payload} />}
      <DeleteRecording payload={payload} />
    </Group>
  )
}
