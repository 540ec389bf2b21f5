import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import { getGroup, listGroups } from './list-groups.ts'

export const groupCalls: readonly ServedCall[] = [serve(calls.listGroups, listGroups), serve(calls.getGroup, getGroup)]
