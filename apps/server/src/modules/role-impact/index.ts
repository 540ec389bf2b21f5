import type { Handlers } from '../../core/calls/index.ts'
import { previewApp } from './preview-app.ts'
import { previewDefaultRole } from './preview-default-role.ts'

export const roleImpactHandlers = { previewApp, previewDefaultRole } satisfies Partial<Handlers>
