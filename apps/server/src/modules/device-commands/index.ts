import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import { fetchCommands } from './fetch-commands.ts'
import { reportCommandState } from './report-command-state.ts'

export const deviceCommandCalls: readonly ServedCall[] = [
  serve(calls.fetchCommands, fetchCommands),
  serve(calls.reportCommandState, reportCommandState),
]
