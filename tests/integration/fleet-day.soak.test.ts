import { compareFleetDay } from './fleet-day.ts'

/** `HOLDFAST_FLEET=1000` for a thousand handsets. */
compareFleetDay(Number(process.env.HOLDFAST_FLEET ?? 60), Number(process.env.HOLDFAST_FLEET_RECORDINGS ?? 8))
