import type { Payload } from '@holdfast/contract'
import type { ReactNode } from 'react'
import type { PageModule } from '../../../shared/screens/page-module.ts'
import type { KindName } from '../kinds.ts'
import { MessageContent } from '../messages/message-content.tsx'
import { PhotoContent } from '../photos/photo-content.tsx'
import { AudioContent } from '../player/audio-content.tsx'
import { ContentNotes } from '../player/content-notes.tsx'
import { VideoContent } from '../player/video-content.tsx'
import { PayloadDetail } from './payload-detail.tsx'

/** Without `prefetch`: reading a recording is put on the trail, and pointing at a link is not reading it. */
const pageOf = (content: (payload: Payload) => ReactNode): PageModule => ({
  default: () => <PayloadDetail>{content}</PayloadDetail>,
})

const audio = pageOf((payload) => (
  <>
    <AudioContent key={payload.payload_reference} payload={payload} />
    <ContentNotes payload={payload} />
  </>
))

/** The screen of one recording, by its kind. */
export const payloadPages: Record<KindName, PageModule> = {
  calls: audio,
  interviews: audio,
  messages: pageOf((payload) => <MessageContent key={payload.payload_reference} payload={payload} />),
  photos: pageOf((payload) => <PhotoContent key={payload.payload_reference} payload={payload} />),
  videos: pageOf((payload) => (
    <>
      <VideoContent key={payload.payload_reference} payload={payload} />
      <ContentNotes payload={payload} />
    </>
  )),
}
