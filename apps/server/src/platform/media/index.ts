export { type Confinement, confinementOf } from './confinement.ts'
export { type Decoded, DecodingError, type DecodingFailure, decode, type RangeSource } from './decode.ts'
