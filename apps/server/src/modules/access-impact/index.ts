import type { Handlers } from '../../core/calls/index.ts'
import { previewApp } from './preview-app.ts'
import { previewDefaultRole } from './preview-default-role.ts'
import { previewGivenRole } from './preview-given-role.ts'

export const accessImpactHandlers = { previewApp, previewDefaultRole, previewGivenRole } satisfies Partial<Handlers>
