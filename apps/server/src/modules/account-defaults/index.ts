import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import { getAccountDefaults } from './get-account-defaults.ts'
import { putAccountDefaults } from './put-account-defaults.ts'

export const accountDefaultsCalls: readonly ServedCall[] = [
  serve(calls.getAccountDefaults, getAccountDefaults),
  serve(calls.putAccountDefaults, putAccountDefaults),
]
