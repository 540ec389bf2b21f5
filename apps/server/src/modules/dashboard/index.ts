import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import { getDashboard } from './get-dashboard.ts'

export const dashboardCalls: readonly ServedCall[] = [serve(calls.getDashboard, getDashboard)]
