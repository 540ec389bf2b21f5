import type { Payload } from '@holdfast/contract'
import type { ReactNode } from 'react'
import type { PageModule } from '../../../shared/screens/page-module.ts'
import { DiagnosticsContent } from '../content/diagnostics-content.tsx'
import type { AnyKindName } from '../kinds.ts'
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

/** The screen of one recording, by its kind. Only review queues lead to that of diagnostics. */
export const payloadPages: Record<AnyKindName, PageModule> = {
  calls: audio,
  interviews: audio,
  diagnostics: pageOf((payload) => <DiagnosticsContent payload={payload} />),
  messages: pageOf((payload) => <MessageContent key={payload.payload_reference} payload={payload} />),
  photos: pageOf((payload) => <PhotoContent key={payload.payload_reference} payload={payload} />),
  videos: pageOf((payload) => (
    <>
      <VideoContent key={payload.payload_reference} payload={payload} />
      <ContentNotes payload={payload} />
    </>
  )),
}
