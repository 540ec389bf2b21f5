import { IconPhoto, IconVideo } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './media-grid.module.css'

/** A thumbnail that is still being made is requested again. */
const pauseMs = 1_500
const maxTries = 20

interface ThumbnailProps {
  address: string | undefined
  isVideo: boolean
}

/** The small picture of a photo or video; an icon while there is none. The link around it has its name. */
export const Thumbnail = ({ address, isVideo }: ThumbnailProps) => {
  const [tries, setTries] = useState(0)
  const [isShown, setShown] = useState(false)
  const Icon = isVideo ? IconVideo : IconPhoto
  const tryAgain = () => {
    if (tries < maxTries) setTimeout(() => setTries(tries + 1), pauseMs)
  }
  return (
    <span className={classes.picture}>
      {!isShown && <Icon size={28} stroke={1.4} aria-hidden />}
      {address && (
        <img
          key={tries}
          src={address}
          alt=""
          loading="lazy"
          data-shown={isShown}
          onLoad={() => setShown(true)}
          onError={tryAgain}
        />
      )}
    </span>
  )
}
