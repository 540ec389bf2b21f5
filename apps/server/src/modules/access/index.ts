import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import { explainAccess } from './explain-access.ts'
import { listPayloadAccess } from './list-payload-access.ts'

export const accessCalls: readonly ServedCall[] = [
  serve(calls.explainAccess, explainAccess),
  serve(calls.listPayloadAccess, listPayloadAccess),
]
