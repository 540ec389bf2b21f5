import { writtenText } from './fields.ts'
import { limits } from './limits.ts'

/** Why somebody opens content. The account's settings say whether it is needed, and which reasons there are. */
export const PlaybackReason = {
  ...writtenText(limits.maxPlaybackReasonCharacters),
  description: 'Why the content is opened, if the account asks for it; on record with the access',
}
