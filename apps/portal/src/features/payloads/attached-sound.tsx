import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import { openAudio } from './audio-source.ts'
import classes from './message-attachments.module.css'

/** A sound attached to a message. AMR, the most frequent format, is decoded here because browsers don't play it. */
export const AttachedSound = ({ address, contentType }: { address: string; contentType: string }) => {
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
