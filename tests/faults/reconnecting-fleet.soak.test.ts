import { reconnectAtOnce } from './reconnecting-fleet.ts'

/** `HOLDFAST_RECONNECTING=5000` for five thousand. */
reconnectAtOnce(Number(process.env.HOLDFAST_RECONNECTING ?? 300))
