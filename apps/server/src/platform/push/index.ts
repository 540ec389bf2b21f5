export { openPusher, PushDelayed, type Pusher } from './pusher.ts'
