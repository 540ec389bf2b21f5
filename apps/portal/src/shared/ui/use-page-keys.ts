import { useHotkeys } from '@mantine/hooks'

/**
 * Elements with their own use of the space bar while they have the focus (WCAG 2.1.1), such as the buttons of a player.
 */
const pressedBySpace = [
  'a[href], button, input, select, textarea, summary, audio, video, [contenteditable="true"]',
  '[role="button"], [role="link"], [role="checkbox"], [role="switch"]',
].join(', ')
const movedByArrows = [
  'input, select, textarea, audio, video, [contenteditable="true"]',
  '[role="tab"], [role="radio"], [role="slider"], [role="spinbutton"], [role="option"], [role="combobox"]',
].join(', ')
/** Letters are written there. */
const written = 'input, select, textarea, [contenteditable="true"]'
/** An open dialog, menu or list takes all keys. */
const covering = '[role="dialog"], [role="menu"], [role="listbox"]'

type Keys = readonly (readonly [keys: string, act: () => void])[]

/** Keys for the whole page, except where the focused element needs them itself. */
export const usePageKeys = (keys: Keys): void =>
  useHotkeys(
    keys.map(([key, act]) => [
      key,
      (event) => {
        const focused = event.target instanceof Element ? event.target : null
        const own = key === 'space' ? pressedBySpace : key.length === 1 ? written : movedByArrows
        if (event.defaultPrevented || focused?.closest(`${own}, ${covering}`)) return
        event.preventDefault()
        act()
      },
      { preventDefault: false },
    ]),
    [],
  )
