/** The content can't be decoded, which is no fault of the decoder. */
export class Undecodable extends Error {
  override readonly name: string = 'Undecodable'
}

/** The content can't be decoded because it does not follow its format. */
export class Damaged extends Undecodable {
  override readonly name = 'Damaged'
}

/** Whether an error is the content's. FFmpeg's errors are known by their name, because pictures are decoded without FFmpeg. */
export const isOfContent = (error: unknown): error is Error =>
  error instanceof Undecodable || (error instanceof Error && error.name === 'FFmpegError')

/** Whether an error of the content means that it does not follow its format. */
export const isDamage = (error: Error): boolean => error instanceof Damaged || !(error instanceof Undecodable)
