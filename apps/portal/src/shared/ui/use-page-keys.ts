import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import { type ShortcutId, shortcuts, useListed } from './shortcuts.ts'

/**
 * Elements with their own use of the space bar or Enter while they have the focus (WCAG 2.1.1), such as the buttons of a player.
 */
const pressed = [
  'a[href], button, input, select, textarea, summary, audio, video, [contenteditable="true"]',
  '[role="button"], [role="link"], [role="checkbox"], [role="switch"]',
].join(', ')
const movedByArrows = [
  'input:not([type="checkbox"]), select, textarea, audio, video, [contenteditable="true"]',
  '[role="tab"], [role="radio"], [role="slider"], [role="spinbutton"], [role="option"], [role="combobox"]',
].join(', ')
/** Letters are written there. */
const written = 'input:not([type="checkbox"]), select, textarea, [contenteditable="true"]'
/** An open dialog, menu or list takes all keys. */
const covering = '[role="dialog"], [role="menu"], [role="listbox"]'

export type PageKeys = readonly (readonly [id: ShortcutId, act: () => void])[]

const needsKey = (focused: Element | null, key: string): boolean => {
  const last = key.slice(key.lastIndexOf('+') + 1)
  const own = last === 'space' || last === 'Enter' ? pressed : last.length === 1 ? written : movedByArrows
  return focused?.closest(`${own}, ${covering}`) != null
}

/** Shortcuts of the present screen, except where the focused element needs their key itself. They are listed while they work. */
export const usePageKeys = (keys: PageKeys): void => {
  useListed(keys.map(([id]) => id))
  useHotkeys(
    keys.flatMap(([id, act]) => {
      const { keys: listed, ...shortcut } = shortcuts[id]
      const all = 'otherKeys' in shortcut ? [...listed, ...shortcut.otherKeys] : listed
      return all.map(
        (key): HotkeyItem => [
          key,
          (event: KeyboardEvent) => {
            const focused = event.target instanceof Element ? event.target : null
            if (event.defaultPrevented || (!('isAlways' in shortcut) && needsKey(focused, key))) return
            if (event.repeat && 'isPressedAnew' in shortcut) return
            event.preventDefault()
            act()
          },
          { preventDefault: false },
        ],
      )
    }),
    [],
  )
}
