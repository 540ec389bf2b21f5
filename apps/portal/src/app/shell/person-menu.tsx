import { lazy } from 'react'
import { useAsked } from '../../shared/ui/use-asked.ts'
import { PersonButton } from './person-button.tsx'

const load = () => import('./opened-person-menu.tsx')
const OpenedPersonMenu = lazy(load)

/** The person's button, and the menu behind it from when it is first asked for. */
export const PersonMenu = () => {
  const { isAsked, asking } = useAsked(load)
  return isAsked ? <OpenedPersonMenu /> : <PersonButton {...asking} aria-expanded={false} />
}
