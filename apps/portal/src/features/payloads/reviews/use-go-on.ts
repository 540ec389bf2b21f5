import { useLocation, useNavigate } from '@tanstack/react-router'
import { neighboursOf } from '../../../shared/list/neighbours.ts'

/** Opens the next recording of the list that this one was opened from; `null` on the last one. */
export const useGoOn = (): (() => void) | null => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { next } = neighboursOf(pathname)
  return next ? () => void navigate({ to: next, replace: true }) : null
}
