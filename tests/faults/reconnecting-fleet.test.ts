import { reconnectAtOnce } from './reconnecting-fleet.ts'

reconnectAtOnce(12)
