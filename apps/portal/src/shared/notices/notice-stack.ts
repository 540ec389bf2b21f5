export interface Notice {
  /** The same words are shown once at a time. */
  id: string
  title: string
  message: string
  isFailure: boolean
  /** How long it stays when nobody points at it; null: until it is closed. */
  autoCloseMs: number | null
}

let notices: readonly Notice[] = []
const listeners = new Set<() => void>()

const change = (next: readonly Notice[]): void => {
  notices = next
  for (const listener of listeners) listener()
}

/** What is being said in passing, the oldest first. */
export const noticeStack = {
  get: (): readonly Notice[] => notices,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  show(notice: Notice): void {
    if (!notices.some(({ id }) => id === notice.id)) change([...notices, notice])
  },
  clear: (): void => change([]),
  dismiss: (id: string): void => change(notices.filter((notice) => notice.id !== id)),
}
