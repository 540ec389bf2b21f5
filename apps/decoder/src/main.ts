import { sendEnd, sendFacts } from './channel.ts'
import type { DecoderTask } from './protocol.ts'
import { isDamage, isOfContent, Undecodable } from './undecodable.ts'

/** Each is loaded when it is needed: a decoder starts for every recording, and libraries take most of that time. */
const derivers: Readonly<Record<string, (task: DecoderTask) => Promise<void>>> = {
  audio: async (task) => (await import('./sound.ts')).deriveSound(task),
  image: async (task) => (await import('./picture.ts')).derivePicture(task),
  video: async (task) => (await import('./video.ts')).deriveVideo(task),
}

const run = async (): Promise<void> => {
  const task = JSON.parse(process.argv[2] ?? '{}') as DecoderTask
  const derive = derivers[task.content_type.split('/')[0] ?? '']
  if (!derive) throw new Undecodable(`${task.content_type} is not decoded`)
  await derive(task)
}

try {
  await run()
  sendEnd()
} catch (error) {
  if (!isOfContent(error)) throw error
  if (isDamage(error)) sendFacts({ is_damaged: true, undecoded_tracks: [] })
  sendEnd(error.message)
}
