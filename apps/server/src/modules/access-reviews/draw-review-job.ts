import { Type } from 'typebox'
import type { JobDefinition } from '../../platform/database/index.ts'

export interface Drawing {
  client: string
  group_reference: string
  /** When somebody asked for the list. */
  asked_at: string
}

/** Draws the list of a group at once. */
export const drawAccessReviewJob: JobDefinition<Drawing> = {
  name: 'draw_access_review',
  payload: Type.Object({ client: Type.String(), group_reference: Type.String(), asked_at: Type.String() }),
  maxAttempts: 10,
  key: ({ client, group_reference }) => JSON.stringify([client, group_reference]),
}
