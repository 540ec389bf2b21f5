import type { PayloadAttachment } from '@holdfast/contract'
import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import { partyName } from '../../shared/recordings/people.ts'
import { byteSize } from '../../shared/ui/quantities.ts'
import { openAudio } from './audio-source.ts'
import classes from './message-attachments.module.css'

/** Images that browsers show. Other files can only be saved. */
const shownImages = /^image\/(jpeg|png|gif|webp)$/

const addressOf = (message: string, place: number): string =>
  `${message}${message.includes('?') ? '&' : '?'}attachment=${place}`

interface FileProps {
  attachment: PayloadAttachment
  address: string
  name: string
  /** Sounds are fetched when the person asks for them. */
  isOnDemand: boolean
}

/** The file itself, or a link to save it. */
const File = ({ attachment, address, name, isOnDemand }: FileProps) => {
  const { content_type: type } = attachment
  if (shownImages.test(type)) {
    return <img className={classes.image} src={address} alt={name} loading={isOnDemand ? 'lazy' : 'eager'} />
  }
  if (type.startsWith('audio/')) {
    return isOnDemand ? (
      <SoundOnDemand address={address} contentType={type} />
    ) : (
      <AttachedSound address={address} contentType={type} />
    )
  }
  // biome-ignore lint/a11y/useMediaCaption: a recording of others has no captions
  if (type.startsWith('video/')) return <video className={classes.image} src={address} controls preload="none" />
  return (
    <Anchor href={address} download size="sm">
      <bdi>{name}</bdi>
    </Anchor>
  )
}

/** The attachments of a message, shown by their detected type, with the sender's name for the file. */
export const MessageAttachments = ({
  address,
  attachments,
  isOnDemand = false,
}: {
  address: string
  attachments: readonly PayloadAttachment[]
  isOnDemand?: boolean
}) => {
  const t = useText()
  const intl = useIntl()
  if (attachments.length === 0) return null
  return (
    <ul className={classes.attachments} aria-label={t('message.attachments')}>
      {attachments.map((attachment, place) => {
        const { name, media_type: label, content_type: type, size } = attachment
        const shownName = partyName({ number: null, name: name ?? undefined }, t('message.unnamed'))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the files of a message never change their order
          <li key={place} className={classes.attachment}>
            <File
              attachment={attachment}
              address={addressOf(address, place)}
              name={shownName}
              isOnDemand={isOnDemand}
            />
            <span className={classes.note}>
              <bdi>{shownName}</bdi>, {type}, {byteSize(intl, size)}
            </span>
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

/** Among many messages, a sound is fetched and recorded as played only when somebody wants to hear it. */
const SoundOnDemand = (sound: { address: string; contentType: string }) => {
  const t = useText()
  const [isWanted, setWanted] = useState(false)
  if (isWanted) return <AttachedSound {...sound} />
  return (
    <Button size="compact-sm" variant="default" className={classes.button} onClick={() => setWanted(true)}>
      {t('message.listen')}
    </Button>
  )
}

/** A sound attached to a message. AMR, the most frequent format, is decoded here because browsers don't play it. */
const AttachedSound = ({ address, contentType }: { address: string; contentType: string }) => {
  const t = useText()
  const { data, error } = useQuery({
    queryKey: ['attached-sound', address],
    queryFn: () => openAudio(address, contentType),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => () => data?.release(), [data])
  if (error) return <p className={classes.note}>{t('error.load_title')}</p>
  if (!data) return <p className={classes.note}>{t('player.preparing')}</p>
  // biome-ignore lint/a11y/useMediaCaption: a recording of others has no captions
  return <audio className={classes.sound} src={data.address} controls preload="metadata" />
}
