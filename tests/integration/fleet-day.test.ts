import { compareFleetDay } from './fleet-day.ts'

// Enough for each kind of recording, for handsets of each version and group, and for those with gaps.
compareFleetDay(15, 6)
