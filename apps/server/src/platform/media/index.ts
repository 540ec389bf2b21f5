export { confinementOf } from './confinement.ts'
export { DecodingError, type DecodingFailure, decode, type RangeSource } from './decode.ts'
export { programFiles } from './decoder-program.ts'
export { MediaDecoder } from './media-decoder.ts'
