import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import { getMedia } from './get-media.ts'
import { getPayloadData } from './get-payload-data.ts'

export { contentWithheld } from './data-status.ts'

export const playbackCalls: readonly ServedCall[] = [
  serve(calls.getPayloadData, getPayloadData),
  serve(calls.getMedia, getMedia),
]
