import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isInList } from '../../../shared/list/neighbours.ts'
import { useProfile } from '../../../shared/session/profile.ts'
import { isAskedForReasons } from '../reasons/ask-reason.ts'

interface OpenAtOnce {
  mayHavePictures: boolean
  /** Whether only those open it at once who come from a list, where they saw it small. An address from elsewhere shows what is known of it. */
  isFromListOnly?: boolean
  /** Whether there is anything to open. */
  canOpen?: boolean
  open: () => void
}

/**
 * Opens what somebody comes to read, see or hear. Accounts that ask before pictures are shown, or for a reason, leave it to the person. The
 * opening is recorded as if the person had asked for it.
 */
export const useOpenAtOnce = ({ mayHavePictures, isFromListOnly = false, canOpen = true, open }: OpenAtOnce): void => {
  const { pathname } = useLocation()
  const { profile } = useProfile()
  const isDone = useRef(false)
  const openOnce = useEffectEvent(() => {
    if (isDone.current || !profile || !canOpen || (isFromListOnly && !isInList(pathname))) return
    isDone.current = true
    const isAskedForPictures = mayHavePictures && profile.account_settings.is_asking_before_pictures
    if (!isAskedForPictures && !isAskedForReasons(profile)) open()
  })
  useEffect(() => openOnce(), [])
}
