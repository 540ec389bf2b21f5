export { EventHub } from './event-hub.ts'
export { noticesOf } from './live-notices.ts'
