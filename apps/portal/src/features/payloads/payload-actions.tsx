import { calls, type Payload } from '@holdfast/contract'
import { ActionIcon, Button, CopyButton, Group, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconCheck, IconChevronDown, IconChevronUp, IconDownload, IconLink } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { callApi } from '../../shared/api/client.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { neighboursOf } from '../../shared/list/neighbours.ts'
import { notice } from '../../shared/notices/notice.ts'
import { useCan, useProfile } from '../../shared/session/profile.ts'
import { useReloadAudit } from './payload-queries.ts'
import { whyNotAnswered, whyNotToAsk } from './why-not.ts'

/** Saves the original. The address is requested when the person asks for it, because each request is put on the trail. */
const Download = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const { payload_reference, payload_type, group } = payload
  const reloadAudit = useReloadAudit(payload_reference)
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(calls.getPayloadData, { params: { payload_reference }, query: { action: 'download' } }),
    onSuccess: ({ status, s3_url }) => {
      if (s3_url) return window.location.assign(s3_url)
      const why = whyNotAnswered(status === 'Ok' ? 'NoS3Url' : status, group ?? '–', t(`kind.${payload_type}`))
      notice(text(why.title), text(why.body, why.values))
    },
    onSettled: reloadAudit,
  })
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} />}
      loading={isPending}
      onClick={() => mutate()}
    >
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
  useHotkeys([
    ['j', () => show(next)],
    ['k', () => show(previous)],
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

/** What can be done with a recording: step to its neighbours, copy its address, save it. */
export const PayloadActions = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const can = useCan()
  const { profile } = useProfile()
  const { pathname } = useLocation()
  const mayDownload = profile && can('payloads:download') && !whyNotToAsk(payload, profile)
  return (
    <Group gap="xs">
      <Neighbours />
      <CopyButton value={`${window.location.origin}${pathname}`}>
        {({ copied, copy }) => (
          <Tooltip label={t(copied ? 'payload.link_copied' : 'payload.copy_link')}>
            <ActionIcon variant="default" size={30} aria-label={t('payload.copy_link')} onClick={copy}>
              {copied ? <IconCheck size={16} /> : <IconLink size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
      {mayDownload && <Download payload={payload} />}
    </Group>
  )
}
