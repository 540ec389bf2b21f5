import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isInList } from '../../shared/list/neighbours.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { isAskedForReasons } from './reasons/ask-reason.ts'

/**
 * Opens a photo that somebody comes to from a list, where they saw it small or step from one to the next. Accounts that ask before pictures
 * are shown, or for a reason, leave it to the person. An address from elsewhere shows what is known of the photo, and records no view.
 */
export const useOpenAtOnce = (open: () => void): void => {
  const { pathname } = useLocation()
  const { profile } = useProfile()
  const isDone = useRef(false)
  const openOnce = useEffectEvent(() => {
    if (isDone.current || !profile || !isInList(pathname)) return
    isDone.current = true
    if (!profile.account_settings.is_asking_before_pictures && !isAskedForReasons(profile)) open()
  })
  useEffect(() => openOnce(), [])
}
