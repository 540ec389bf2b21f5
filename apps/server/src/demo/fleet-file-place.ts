import path from 'node:path'

/** Where the simulated fleet reads which handsets it plays. Apart from what writes it, so that `start` loads no more. */
export const fleetFile = (home: string): string => path.join(home, 'demo', 'fleet.json')
