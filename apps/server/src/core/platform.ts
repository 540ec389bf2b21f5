import type { Logger } from 'pino'
import type { Database } from '../platform/database/index.ts'
import type { Keys } from '../platform/keys/index.ts'
import type { Mailer } from '../platform/mail/index.ts'
import type { MediaDecoder } from '../platform/media/index.ts'
import type { ObjectLocks, Objects, StoreJournal, StoreWatch } from '../platform/objects/index.ts'
import type { Pusher } from '../platform/push/index.ts'
import type { Scanner } from '../platform/scanner/index.ts'
import type { Settings } from '../platform/settings/index.ts'
import type { ClientKeys, Clients } from './accounts/index.ts'
import type { ActivityRecorder, UnauthenticatedCalls } from './activities/index.ts'
import type { Authorization } from './authorization/index.ts'
import type { Identity } from './identity/index.ts'
import type { QuietMode } from './installation/index.ts'
import type { Metrics } from './metrics.ts'
import type { EventHub } from './notices/index.ts'

/** Everything that modules depend on. It is created once at start; no module creates its own. */
export interface Platform {
  settings: Settings
  log: Logger
  database: Database
  /** Whether it is a restored copy that nobody has taken into use. */
  quiet: QuietMode
  objects: Objects
  /** `null`: objects are not locked. */
  locks: ObjectLocks | null
  store: StoreWatch
  /** The journal of destructions, stored beside the objects. */
  journal: StoreJournal
  scanner: Scanner
  /** `null`: no mail server is configured. */
  mailer: Mailer | null
  /** `null`: commands are not pushed. */
  pusher: Pusher | null
  keys: Keys
  identity: Identity
  authorization: Authorization
  clients: Clients
  clientKeys: ClientKeys
  activities: ActivityRecorder
  unauthenticatedCalls: UnauthenticatedCalls
  events: EventHub
  metrics: Metrics
  media: MediaDecoder
}
