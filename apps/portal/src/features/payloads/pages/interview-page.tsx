import { AudioContent } from '../audio-content.tsx'
import { PayloadDetail } from '../payload-detail.tsx'

export default function InterviewPage() {
  return (
    <PayloadDetail>{(payload) => <AudioContent key={payload.payload_reference} payload={payload} />}</PayloadDetail>
  )
}
