import path from 'node:path'

/**
 * The file that lists the handsets of the simulated fleet. This module is separate from fleet-file.ts, which writes
 * the file, so that `start` does not load the rest of the demonstration.
 */
export const fleetFile = (home: string): string => path.join(home, 'demo', 'fleet.json')

/** The file with what you need to enrol a handset of your own in the demonstration (docs/device-calls.md). */
export const enrolmentFile = (home: string): string => path.join(home, 'demo', 'enrolment.json')
