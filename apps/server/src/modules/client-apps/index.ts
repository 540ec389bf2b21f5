import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import { findVisibleApp } from './app-rights.ts'
import { createApp } from './create-app.ts'
import { deleteApp } from './delete-app.ts'
import { getApp } from './get-app.ts'
import { listApps } from './list-apps.ts'
import { putApp } from './put-app.ts'

export { findVisibleApp }

export const clientAppCalls: readonly ServedCall[] = [
  serve(calls.listApps, listApps),
  serve(calls.getApp, getApp),
  serve(calls.createApp, createApp),
  serve(calls.putApp, putApp),
  serve(calls.deleteApp, deleteApp),
]
