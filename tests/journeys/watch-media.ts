declare global {
  var mediaPlayed: HTMLMediaElement[]
}

/** Remembers every media element that plays, also those that a player keeps out of the document. */
export const watchMedia = (): void => {
  globalThis.mediaPlayed = []
  const play = HTMLMediaElement.prototype.play
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    if (!globalThis.mediaPlayed.includes(this)) globalThis.mediaPlayed.push(this)
    return play.call(this)
  }
}
