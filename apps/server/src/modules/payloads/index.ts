export { type Count, countPayloads } from './payload-counters.ts'
export { type Change, transition } from './transition.ts'
