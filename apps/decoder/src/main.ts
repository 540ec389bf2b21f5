import { FFmpegError } from 'node-av/lib'
import { sendEnd } from './channel.ts'
import { derivePicture } from './picture.ts'
import type { DecoderTask } from './protocol.ts'
import { deriveSound } from './sound.ts'
import { Undecodable } from './undecodable.ts'
import { deriveVideo } from './video.ts'

const derivers: Readonly<Record<string, (task: DecoderTask) => void | Promise<void>>> = {
  audio: deriveSound,
  image: derivePicture,
  video: deriveVideo,
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
  if (!(error instanceof Undecodable || error instanceof FFmpegError)) throw error
  sendEnd(error.message)
}
