import { calls, type Payload } from '@holdfast/contract'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { callApi } from '../../../shared/api/client.ts'
import { text, useText } from '../../../shared/i18n/text.ts'
import { announce } from '../../../shared/notices/announcer.tsx'
import { notice } from '../../../shared/notices/notice.ts'
import { useProfile } from '../../../shared/session/profile.ts'
import { useReloadAudit } from '../payload-queries.ts'
import { afterReason, withReason } from '../reasons/ask-reason.ts'
import { attachmentAddress } from './media-part.ts'
import { whyNotAnswered, whyNotToAsk } from './why-not.ts'

/**
 * Saves the original, or one file of a message. The address is requested when the person asks for it, because each request is put on
 * the trail.
 */
export const useDownload = ({ payload_reference, payload_type, group }: Payload, place?: number) => {
  const t = useText()
  const reloadAudit = useReloadAudit(payload_reference)
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      withReason(payload_reference, (given) =>
        callApi(calls.getPayloadData, { params: { payload_reference }, query: { action: 'download', ...given } }),
      ),
    onSuccess: ({ status, s3_url }) => {
      if (s3_url) {
        announce(t('payload.download_begun'))
        return window.location.assign(place === undefined ? s3_url : attachmentAddress(s3_url, place))
      }
      const why = whyNotAnswered(status === 'Ok' ? 'NoS3Url' : status, group ?? '–', t(`kind.${payload_type}`))
      notice(text(why.title), text(why.body, why.values))
    },
    onSettled: reloadAudit,
  })
  return { download: () => afterReason(payload_reference, mutate), isPending }
}

/** Whether to offer saving a recording. The server decides when somebody does. */
export const useMayDownload = (payload: Payload): boolean => {
  const { profile } = useProfile()
  return profile !== undefined && whyNotToAsk(payload, profile, 'payloads:download') === null
}

interface DownloadIconProps {
  payload: Payload
  /** One file of a message; absent: all of the recording. */
  attachment?: { place: number; name: string }
}

/** Saves the original of a recording in a list, or a file of a message. Nothing for people who may not. */
export const DownloadIcon = ({ payload, attachment }: DownloadIconProps) => {
  const t = useText()
  const { download, isPending } = useDownload(payload, attachment?.place)
  const mayDownload = useMayDownload(payload)
  if (!mayDownload) return null
  return (
    <Tooltip label={t('payload.download')}>
      <ActionIcon
        variant="subtle"
        size={30}
        aria-label={t('payload.download_of', { reference: attachment?.name ?? payload.payload_reference })}
        loading={isPending}
        onClick={download}
      >
        <IconDownload size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
