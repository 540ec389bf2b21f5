export { type City, type CityName, cities } from './cities.ts'
export { type MediaFolder, openMediaFolder } from './media-folder.ts'
export { recordingsOf } from './recordings.ts'
export {
  type Circumstances,
  type RecordingKind,
  recordingKinds,
  type SimulatedRecording,
} from './simulated-recording.ts'
