import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import { streamEvents } from './stream-events.ts'

export const portalEventCalls: readonly ServedCall[] = [serve(calls.streamEvents, streamEvents)]
