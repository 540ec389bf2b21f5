import path from 'node:path'

/** Where the simulated fleet reads which handsets it plays. Apart from what writes it, so that `start` loads no more. */
export const fleetFile = (home: string): string => path.join(home, 'demo', 'fleet.json')

/** What a handset of one's own needs to enrol in the demonstration (docs/device-calls.md). */
export const enrolmentFile = (home: string): string => path.join(home, 'demo', 'enrolment.json')
