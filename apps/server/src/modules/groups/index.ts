import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import { deleteGroup } from './delete-group.ts'
import { getGroup, listGroups } from './list-groups.ts'
import { previewGroup } from './preview-group.ts'
import { putGroup } from './put-group.ts'

export { holdGroups } from './group-record.ts'
export { assertGainsNothing, isKnownTo } from './may-write-group.ts'

export const groupCalls: readonly ServedCall[] = [
  serve(calls.listGroups, listGroups),
  serve(calls.getGroup, getGroup),
  serve(calls.putGroup, putGroup),
  serve(calls.deleteGroup, deleteGroup),
  serve(calls.previewGroup, previewGroup),
]
