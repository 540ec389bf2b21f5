import { Conversation } from '../conversation.tsx'
import { PayloadDetail } from '../payload-detail.tsx'

export default function MessagePage() {
  return (
    <PayloadDetail>{(payload) => <Conversation key={payload.payload_reference} payload={payload} />}</PayloadDetail>
  )
}
