import type { Logger } from 'pino'
import type { ActivityRecorder } from './activities/activity-recorder.ts'
import type { UnauthenticatedCalls } from './activities/unauthenticated-calls.ts'
import type { Authorization } from './authorization/index.ts'
import type { ClientKeys } from './client-keys/client-keys.ts'
import type { Clients } from './clients/clients.ts'
import type { Database } from './database/index.ts'
import type { EventHub } from './events/event-hub.ts'
import type { Identity } from './identity/index.ts'
import type { Keys } from './keys/index.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Objects } from './objects/index.ts'
import type { StoreWatch } from './objects/store-watch.ts'
import type { Scanner } from './scanner/index.ts'
import type { Settings } from './settings/index.ts'

/** Everything that modules depend on. It is created once at start; no module creates its own. */
export interface Platform {
  settings: Settings
  log: Logger
  database: Database
  objects: Objects
  store: StoreWatch
  scanner: Scanner
  keys: Keys
  identity: Identity
  authorization: Authorization
  clients: Clients
  clientKeys: ClientKeys
  activities: ActivityRecorder
  unauthenticatedCalls: UnauthenticatedCalls
  events: EventHub
  metrics: Metrics
}
