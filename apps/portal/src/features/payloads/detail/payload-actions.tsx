import { type Payload, settledPayloadStates } from '@holdfast/contract'
import { ActionIcon, Button, Group, Popover, Stack } from '@mantine/core'
import { IconDots, IconDownload, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { PlaceHold } from '../../../shared/legal-holds/place-hold.tsx'
import { NeighboursControl } from '../../../shared/list/neighbours-control.tsx'
import { usePageWidth } from '../../../shared/list/use-page-width.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { useDownload, useMayDownload } from '../content/download.tsx'
import { DeleteRecording } from '../deletion/delete-recording.tsx'
import { ReviewButton } from '../reviews/review-button.tsx'
import { ConfirmReceipt } from './confirm-receipt.tsx'
import { CopyLink } from './copy-link.tsx'

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

/** What has no room on a phone. Its dialogs stay when it closes. */
const MoreActions = ({ children }: { children: ReactNode }) => {
  const t = useText()
  return (
    <Popover position="bottom-end" keepMounted withinPortal>
      <Popover.Target>
        <ActionIcon variant="default" size={30} aria-label={t('payload.more_actions')}>
          <IconDots size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" align="stretch">
          {children}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/**
 * The actions on a recording: go to its neighbours, copy its address, review, confirm receipt, save, hold and delete it.
 * On a phone, all but the first ones are behind a button.
 */
export const PayloadActions = ({ payload }: { payload: Payload }) => {
  const isNarrow = usePageWidth() === 'narrow'
  const can = useCan()
  const mayDownload = useMayDownload(payload)
  const isSettled = settledPayloadStates.some((state) => state === payload.payload_state)
  const hasOthers =
    mayDownload || can('legal_holds:place') || (isSettled && (can('receipts:write') || can('payloads:delete')))
  const others = (
    <>
      <ConfirmReceipt payload={payload} />
      {mayDownload && <Download payload={payload} />}
      <PlaceHold
        on={{ target_type: 'Payload', target: payload.payload_reference }}
        size="xs"
        variant="default"
        leftSection={<IconLock size={16} />}
      />
      <DeleteRecording payload={payload} />
    </>
  )
  return (
    <Group gap="xs">
      <NeighboursControl />
      <CopyLink />
      <ReviewButton payload={payload} />
      {isNarrow && hasOthers ? <MoreActions>{others}</MoreActions> : others}
    </Group>
  )
}
