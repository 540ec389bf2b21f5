import type { KeyboardEvent } from 'react'

/**
 * For forms with suggestions: Enter accepts the suggestion or the typed value instead of submitting the form, because
 * the person has not seen yet what the value changes.
 */
export const acceptOnEnter = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
