import { useEffect, useSyncExternalStore } from 'react'
import type { MessageId } from '../i18n/text.ts'

interface Shortcut {
  /** In the form of Mantine's `useHotkeys`. Each of them alone does it. */
  keys: readonly string[]
  /** Do the same and are not listed: the same character on other keyboards. */
  otherKeys?: readonly string[]
  does: MessageId
  /** Works wherever the focus is, also while somebody writes. */
  isAlways?: true
  /** A key that is held down does nothing: the Enter that led to a screen does not go on to open what the screen shows. */
  isPressedAnew?: true
}

/** All keyboard shortcuts, in the order of their list. The handlers and the list use the same entry. */
export const shortcuts = {
  search: { keys: ['mod+K'], does: 'keys.search', isAlways: true },
  help: { keys: ['shift+?'], does: 'keys.help' },
  filter: { keys: ['F'], does: 'keys.filter' },
  nextRow: { keys: ['ArrowDown', 'j'], does: 'keys.next_row' },
  previousRow: { keys: ['ArrowUp', 'k'], does: 'keys.previous_row' },
  nextTile: { keys: ['ArrowRight', 'j'], does: 'keys.next_row' },
  previousTile: { keys: ['ArrowLeft', 'k'], does: 'keys.previous_row' },
  tileBelow: { keys: ['ArrowDown'], does: 'keys.tile_below' },
  tileAbove: { keys: ['ArrowUp'], does: 'keys.tile_above' },
  selectRow: { keys: ['x'], does: 'keys.select_row' },
  selectToNext: { keys: ['shift+ArrowDown'], does: 'keys.select_to_next' },
  selectToPrevious: { keys: ['shift+ArrowUp'], does: 'keys.select_to_previous' },
  selectToNextTile: { keys: ['shift+ArrowRight'], does: 'keys.select_to_next' },
  selectToPreviousTile: { keys: ['shift+ArrowLeft'], does: 'keys.select_to_previous' },
  selectAll: { keys: ['mod+A'], does: 'keys.select_all' },
  clearSelection: { keys: ['Escape'], does: 'keys.clear_selection' },
  nextOfList: { keys: ['j'], does: 'keys.next_of_list' },
  previousOfList: { keys: ['k'], does: 'keys.previous_of_list' },
  open: { keys: ['space', 'Enter'], does: 'keys.open', isPressedAnew: true },
  findInConversation: { keys: ['F'], does: 'keys.find_in_conversation' },
  saveFile: { keys: ['space', 'Enter'], does: 'keys.save_file', isPressedAnew: true },
  play: { keys: ['space'], does: 'keys.play' },
  skipBack: { keys: ['ArrowLeft'], does: 'keys.skip_back' },
  skipForward: { keys: ['ArrowRight'], does: 'keys.skip_forward' },
  slower: { keys: ['shift+<'], does: 'keys.slower' },
  faster: { keys: ['shift+>'], does: 'keys.faster' },
  zoomIn: { keys: ['[plus]'], otherKeys: ['shift+[plus]', '='], does: 'keys.zoom_in' },
  zoomOut: { keys: ['-'], does: 'keys.zoom_out' },
  rotateRight: { keys: ['t'], does: 'keys.rotate_right' },
  rotateLeft: { keys: ['shift+T'], does: 'keys.rotate_left' },
  fullScreen: { keys: ['f'], does: 'keys.full_screen' },
  showWhole: { keys: ['0'], does: 'keys.show_whole' },
  moveLeft: { keys: ['ArrowLeft'], does: 'keys.move_left' },
  moveRight: { keys: ['ArrowRight'], does: 'keys.move_right' },
  moveUp: { keys: ['ArrowUp'], does: 'keys.move_up' },
  moveDown: { keys: ['ArrowDown'], does: 'keys.move_down' },
  comment: { keys: ['c'], does: 'keys.comment' },
  escalate: { keys: ['e'], does: 'keys.escalate' },
  review: { keys: ['r'], does: 'keys.review' },
  reviewAndNext: { keys: ['m'], does: 'keys.review_and_next' },
  undoReview: { keys: ['z'], does: 'keys.undo_review' },
} as const satisfies Record<string, Shortcut>

export type ShortcutId = keyof typeof shortcuts

/** Where a shortcut works: on the present screen, or on the screens of the rows of its list. */
type Where = 'here' | 'in_rows'

/** How many components list each shortcut now. */
const listed: Record<Where, Map<ShortcutId, number>> = { here: new Map(), in_rows: new Map() }
const listeners = new Set<() => void>()
const active: Record<Where, readonly ShortcutId[]> = { here: [], in_rows: [] }

const count = (where: Where, ids: readonly ShortcutId[], by: 1 | -1): void => {
  const counts = listed[where]
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + by)
  active[where] = (Object.keys(shortcuts) as ShortcutId[]).filter((id) => counts.get(id))
  for (const listener of listeners) listener()
}

/** Lists shortcuts as long as the calling component is on the page. */
export const useListed = (ids: readonly ShortcutId[], where: Where = 'here'): void => {
  const names = ids.join(' ')
  useEffect(() => {
    const each = names.split(' ').filter(Boolean) as ShortcutId[]
    count(where, each, 1)
    return () => count(where, each, -1)
  }, [names, where])
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The shortcuts that work on the present screen, or on the screens of its rows. */
export const useActiveShortcuts = (where: Where): readonly ShortcutId[] =>
  useSyncExternalStore(subscribe, () => active[where])
