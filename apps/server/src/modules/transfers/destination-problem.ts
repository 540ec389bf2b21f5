import type { DestinationError } from '../../platform/destinations/index.ts'

/** Problems with a single file. All others would meet the next file as well, and end the run. */
const ofOneFile: ReadonlySet<string> = new Set(['exists_differently', 'differs', 'invalid_name', 'too_large'])

export const concernsDestination = ({ code }: DestinationError): boolean => !ofOneFile.has(code)
