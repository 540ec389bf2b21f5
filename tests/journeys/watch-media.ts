declare global {
  var mediaPlayed: HTMLMediaElement[]
}

/** Keeps every media element that plays, also those that a player does not add to the document. */
export const watchMedia = (): void => {
  globalThis.mediaPlayed = []
  const play = HTMLMediaElement.prototype.play
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    if (!globalThis.mediaPlayed.includes(this)) globalThis.mediaPlayed.push(this)
    return play.call(this)
  }
}
