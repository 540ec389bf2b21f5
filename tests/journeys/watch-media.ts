/** What journeys ask of a media element. The browser's own types would shadow Node's in the rest of the tests. */
interface Media {
  currentTime: number
  duration: number
  paused: boolean
  play(): Promise<void>
}

declare global {
  var HTMLMediaElement: { prototype: Media }
  var mediaPlayed: Media[]
}

/** Remembers every media element that plays, also those that a player keeps out of the document. */
export const watchMedia = (): void => {
  globalThis.mediaPlayed = []
  const play = HTMLMediaElement.prototype.play
  HTMLMediaElement.prototype.play = function (this: Media) {
    if (!globalThis.mediaPlayed.includes(this)) globalThis.mediaPlayed.push(this)
    return play.call(this)
  }
}
