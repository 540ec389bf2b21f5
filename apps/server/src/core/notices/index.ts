export { EventHub, type EventListener } from './event-hub.ts'
export { noticesOf } from './live-notices.ts'
