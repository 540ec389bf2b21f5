/** Somebody else goes on with the transfer, or nobody until people have it go on. */
export class SliceEnded extends Error {
  override readonly name = 'SliceEnded'
  readonly why: 'lost' | 'paused' | 'changed'

  constructor(why: SliceEnded['why']) {
    super(why)
    this.why = why
  }
}
