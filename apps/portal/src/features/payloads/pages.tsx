import type { Payload } from '@holdfast/contract'
import type { ReactNode } from 'react'
import type { PageModule } from '../../shared/screens/page-module.ts'
import { AudioContent } from './audio-content.tsx'
import { Conversation } from './conversation.tsx'
import type { KindName } from './kinds.ts'
import { PayloadDetail } from './payload-detail.tsx'
import { PayloadList, prefetchPayloads } from './payload-list.tsx'
import { PhotoContent } from './photo-content.tsx'
import { VideoContent } from './video-content.tsx'

/** The screens of one kind. Nothing of a recording is prefetched: that somebody read it stands on the trail. */
const pagesOf = (name: KindName, content: (payload: Payload) => ReactNode) => ({
  list: { default: () => <PayloadList name={name} />, prefetch: prefetchPayloads(name) },
  one: { default: () => <PayloadDetail>{content}</PayloadDetail> },
})

const audio = (payload: Payload) => <AudioContent key={payload.payload_reference} payload={payload} />

/** The list of each kind of recording, and the screen of one recording. */
export const pages: Record<KindName, { list: PageModule; one: PageModule }> = {
  calls: pagesOf('calls', audio),
  interviews: pagesOf('interviews', audio),
  messages: pagesOf('messages', (payload) => <Conversation key={payload.payload_reference} payload={payload} />),
  photos: pagesOf('photos', (payload) => <PhotoContent key={payload.payload_reference} payload={payload} />),
  videos: pagesOf('videos', (payload) => <VideoContent key={payload.payload_reference} payload={payload} />),
}
