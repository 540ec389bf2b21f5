import type { KeyboardEvent } from 'react'

/**
 * For forms whose boxes suggest what can be meant: Enter accepts what the box holds and leaves the form as it is. The
 * browser would send the whole form, when the person has only finished a word and not yet seen what it does.
 */
export const acceptOnEnter = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
