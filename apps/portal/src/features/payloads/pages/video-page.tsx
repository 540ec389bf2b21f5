import { PayloadDetail } from '../payload-detail.tsx'
import { VideoContent } from '../video-content.tsx'

export default function VideoPage() {
  return (
    <PayloadDetail>{(payload) => <VideoContent key={payload.payload_reference} payload={payload} />}</PayloadDetail>
  )
}
