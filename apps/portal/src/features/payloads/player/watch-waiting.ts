/** A player that waits for less is not worth a word: each seek waits a moment. */
const saidAfterMs = 800

const events = ['waiting', 'playing', 'canplay', 'play', 'pause', 'ended', 'error', 'emptied'] as const

/** What a media element knows about itself. */
type Waiting = Pick<HTMLMediaElement, 'addEventListener' | 'removeEventListener' | 'paused' | 'error' | 'readyState'>

/** `HTMLMediaElement.HAVE_FUTURE_DATA`: it can play on. */
const canPlayOn = 3

/**
 * Says when a sound or video that should play waits for its content, and when it goes on.
 * @returns a function that ends it
 */
export const watchWaiting = (media: Waiting, onChange: (isWaiting: boolean) => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    if (media.paused || media.error || media.readyState >= canPlayOn) onChange(false)
    else timer = setTimeout(onChange, saidAfterMs, true)
  }
  for (const event of events) media.addEventListener(event, look)
  return () => {
    clearTimeout(timer)
    for (const event of events) media.removeEventListener(event, look)
  }
}
