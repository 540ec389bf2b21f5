import { Modal, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPhoto } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { partAddress, partState } from '../content/media-part.ts'
import classes from './message-attachments.module.css'

/** A thumbnail that is still being made is requested again. */
const pauseMs = 1_500
const maxTries = 20

interface AttachedPictureProps {
  /** Playback address of the file. */
  address: string
  /** The address of what browsers show at full size. */
  original: string
  name: string
}

/** A picture attached to a message: its thumbnail. The picture itself is only requested when the person opens it. */
export const AttachedPicture = ({ address, original, name }: AttachedPictureProps) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <UnstyledButton
        className={classes.open}
        aria-label={t('message.open_picture', { name })}
        aria-haspopup="dialog"
        onClick={open}
      >
        <SmallPicture address={address} name={name} />
      </UnstyledButton>
      <Modal
        opened={isOpen}
        onClose={close}
        size="auto"
        centered
        title={<bdi>{name}</bdi>}
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <img className={classes.whole} src={original} alt={name} />
      </Modal>
    </>
  )
}

const SmallPicture = ({ address, name }: Pick<AttachedPictureProps, 'address' | 'name'>) => {
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<'loading' | 'shown' | 'none'>('loading')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onError = async () => {
    const made = await partState(address, 'thumbnail')
    if (made === 'not_made' || made === 'refused' || tries >= maxTries) return setState('none')
    timer.current = setTimeout(() => setTries(tries + 1), pauseMs)
  }
  return (
    <>
      {state !== 'shown' && (
        <span className={classes.noPicture}>
          <IconPhoto size={28} stroke={1.4} aria-hidden />
        </span>
      )}
      {state !== 'none' && (
        <img
          key={tries}
          className={classes.image}
          hidden={state !== 'shown'}
          src={partAddress(address, 'thumbnail')}
          alt={name}
          onLoad={() => setState('shown')}
          onError={() => void onError()}
        />
      )}
    </>
  )
}
