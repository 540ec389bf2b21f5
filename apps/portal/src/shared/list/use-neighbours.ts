import { useLocation, useNavigate } from '@tanstack/react-router'
import { neighboursOf, noteGoneOn } from './neighbours.ts'

/** Opens the rows before and after this one in the list that it was opened from; `null` where there is none. Back still leads to the list. */
export const useNeighbours = (): Record<'previous' | 'next', (() => void) | null> => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { previous, next } = neighboursOf(pathname)
  const opening = (address: string | undefined) =>
    address === undefined
      ? null
      : () => {
          noteGoneOn(address)
          void navigate({ to: address, replace: true })
        }
  return { previous: opening(previous), next: opening(next) }
}
