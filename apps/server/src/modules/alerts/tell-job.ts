import { Type } from 'typebox'
import type { JobDefinition } from '../../platform/database/index.ts'

export interface ToldAlert {
  client: string
  alert_reference: string
}

/** Tells people of a new alert. Its handler is `modules/alert-news`. */
export const tellAlertJob: JobDefinition<ToldAlert> = {
  name: 'tell_alert',
  payload: Type.Object({ client: Type.String(), alert_reference: Type.String() }),
  maxAttempts: 10,
  key: ({ alert_reference }) => alert_reference,
}
