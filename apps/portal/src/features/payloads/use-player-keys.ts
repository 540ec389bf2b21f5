import { useHotkeys } from '@mantine/hooks'

/** What has keys of its own while it has the focus (WCAG 2.1.1), the player's buttons among them. */
const pressedBySpace = [
  'a[href], button, input, select, textarea, summary, audio, video, [contenteditable="true"]',
  '[role="button"], [role="link"], [role="checkbox"], [role="switch"]',
].join(', ')
const movedByArrows = [
  'input, select, textarea, audio, video, [contenteditable="true"]',
  '[role="tab"], [role="radio"], [role="slider"], [role="spinbutton"], [role="option"], [role="combobox"]',
].join(', ')
/** What covers the page has all keys to itself. */
const covering = '[role="dialog"], [role="menu"], [role="listbox"]'

type Keys = readonly (readonly [keys: string, act: () => void])[]

/** Keys that work on the whole page, except where what has the focus needs them itself. */
export const usePlayerKeys = (keys: Keys): void =>
  useHotkeys(
    keys.map(([key, act]) => [
      key,
      (event) => {
        const focused = event.target instanceof Element ? event.target : null
        const own = key === 'space' ? pressedBySpace : movedByArrows
        if (event.defaultPrevented || focused?.closest(`${own}, ${covering}`)) return
        event.preventDefault()
        act()
      },
      { preventDefault: false },
    ]),
    [],
  )
