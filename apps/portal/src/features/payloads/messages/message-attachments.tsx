import type { Payload, PayloadAttachment } from '@holdfast/contract'
import { partyName } from '@holdfast/words'
import { Group } from '@mantine/core'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { byteSize } from '../../../shared/ui/byte-size.ts'
import { DownloadIcon } from '../content/download.tsx'
import { attachmentAddress, partAddress } from '../content/media-part.ts'
import { AttachedMedia } from './attached-media.tsx'
import { AttachedPicture } from './attached-picture.tsx'
import classes from './message-attachments.module.css'

/** Images that browsers show. HEIC is shown as a JPEG. */
const shownImages = /^image\/(jpeg|png|gif|webp)$/
const heic = /^image\/hei[cf]$/

/** The file itself; nothing for files that can only be saved. */
const File = ({ attachment, address, name }: { attachment: PayloadAttachment; address: string; name: string }) => {
  const { content_type: type } = attachment
  if (shownImages.test(type)) return <AttachedPicture address={address} original={address} name={name} />
  if (heic.test(type)) {
    return <AttachedPicture address={address} original={partAddress(address, 'rendition')} name={name} />
  }
  if (type.startsWith('audio/')) return <AttachedMedia address={address} kind="audio" name={name} />
  if (type.startsWith('video/')) return <AttachedMedia address={address} kind="video" name={name} />
  return null
}

/** The attachments of a message, shown by their detected type, with the sender's name for the file. */
export const MessageAttachments = ({
  payload,
  address,
}: {
  payload: Payload
  /** Playback address of the message. */
  address: string
}) => {
  const t = useText()
  const intl = useIntl()
  const attachments = payload.media?.attachments ?? []
  if (attachments.length === 0) return null
  return (
    <ul className={classes.attachments} aria-label={t('message.attachments')}>
      {attachments.map((attachment, place) => {
        const { name, media_type: label, content_type: type, size } = attachment
        const shownName = partyName({ number: null, name: name ?? undefined }, t('message.unnamed'))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the files of a message never change their order
          <li key={place} className={classes.attachment}>
            <File attachment={attachment} address={attachmentAddress(address, place)} name={shownName} />
            <Group gap={4} wrap="nowrap" justify="space-between">
              <span className={classes.note}>
                <bdi>{shownName}</bdi>, {type}, {byteSize(intl, size)}
              </span>
              <DownloadIcon payload={payload} attachment={{ place, name: shownName }} />
            </Group>
            {label?.replace(/;.*$/s, '').trim().toLowerCase() !== type && (
              <span className={classes.note}>
                {label
                  ? t('message.labelled', { label: partyName({ number: null, name: label }, '') })
                  : t('message.unlabelled')}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
