import type { Payload } from '@holdfast/contract'
import { ActionIcon, Button, CopyButton, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconChevronDown, IconChevronUp, IconDownload, IconLink } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/text.ts'
import { neighboursOf } from '../../shared/list/neighbours.ts'
import { announce } from '../../shared/notices/announcer.tsx'
import { usePageKeys } from '../../shared/ui/use-page-keys.ts'
import { ConfirmReceipt } from './confirm-receipt.tsx'
import { DeleteRecording } from './deletion/delete-recording.tsx'
import { useDownload, useMayDownload } from './download.tsx'
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

/** The recordings before and after this one in the list that it was opened from, also with k and j. Back still leads to the list. */
const Neighbours = () => {
  const t = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { previous, next } = neighboursOf(pathname)
  const show = (address: string | undefined) => {
    if (address) void navigate({ to: address, replace: true })
  }
  usePageKeys([
    ...(next ? ([['nextOfList', () => show(next)]] as const) : []),
    ...(previous ? ([['previousOfList', () => show(previous)]] as const) : []),
  ])
  if (!previous && !next) return null
  return (
    <ActionIcon.Group>
      <Tooltip label={t('payload.previous_key')}>
        <ActionIcon
          variant="default"
          size={30}
          disabled={!previous}
          aria-label={t('payload.previous')}
          onClick={() => show(previous)}
        >
          <IconChevronUp size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('payload.next_key')}>
        <ActionIcon
          variant="default"
          size={30}
          disabled={!next}
          aria-label={t('payload.next')}
          onClick={() => show(next)}
        >
          <IconChevronDown size={16} />
        </ActionIcon>
      </Tooltip>
    </ActionIcon.Group>
  )
}

/** What can be done with a recording: step to its neighbours, copy its address, mark it as reviewed, confirm its receipt, save it, delete it. */
export const PayloadActions = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const { pathname } = useLocation()
  const mayDownload = useMayDownload(payload)
  return (
    <Group gap="xs">
      <Neighbours />
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
