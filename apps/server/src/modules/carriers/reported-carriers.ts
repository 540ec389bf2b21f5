import type { DeviceTelemetry, PayloadMeta } from '@holdfast/contract'
import { carrierCodeOf, carrierCodeOfImsi, listedName } from './carrier-codes.ts'

const maxNameCharacters = 80

export interface ReportedCarrier {
  carrier_code: string
  carrier_name: string
}

/** Listed networks have their name in the list; the name of others is the one that the handset gives. */
const reported = (code: string | null, name: string | null | undefined): ReportedCarrier[] => {
  if (code === null) return []
  const own = [...(name ?? '').trim()].slice(0, maxNameCharacters).join('')
  return [{ carrier_code: code, carrier_name: listedName(code) ?? (own || code) }]
}

/** The carriers of a recording: of its metadata, and of the SIM that sent or received a message. */
export const carriersOfRecording = ({ carrier, imsi }: PayloadMeta): ReportedCarrier[] => [
  ...reported(carrierCodeOf(carrier?.carrier_code), carrier?.carrier_name),
  ...reported(carrierCodeOfImsi(imsi), null),
]

export const carriersOfTelemetry = ({ sims = [] }: DeviceTelemetry): ReportedCarrier[] =>
  sims.flatMap(({ carrier_code, carrier_name }) => reported(carrierCodeOf(carrier_code), carrier_name))
