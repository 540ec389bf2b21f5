import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isInList } from '../../../shared/list/neighbours.ts'
import { useProfile } from '../../../shared/session/profile.ts'
import { isAskedForReasons } from '../reasons/ask-reason.ts'

interface OpenAtOnce {
  /** Whether the list has shown something of the content. */
  wasSeen: boolean
  mayHavePictures: boolean
  open: () => void
}

/**
 * Opens a photo that somebody comes to from a list, where they saw it small or step from one to the next, or a message of which a search
 * has shown a passage. Accounts that ask before pictures are shown, or for a reason, leave it to the person. An address from elsewhere
 * shows what is known of the recording, and records no view.
 */
export const useOpenAtOnce = ({ wasSeen, mayHavePictures, open }: OpenAtOnce): void => {
  const { pathname } = useLocation()
  const { profile } = useProfile()
  const isDone = useRef(false)
  const openOnce = useEffectEvent(() => {
    if (isDone.current || !profile || !wasSeen || !isInList(pathname)) return
    isDone.current = true
    const isAskedForPictures = mayHavePictures && profile.account_settings.is_asking_before_pictures
    if (!isAskedForPictures && !isAskedForReasons(profile)) open()
  })
  useEffect(() => openOnce(), [])
}
