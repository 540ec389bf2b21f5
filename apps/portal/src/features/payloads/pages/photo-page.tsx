import { PayloadDetail } from '../payload-detail.tsx'
import { PhotoContent } from '../photo-content.tsx'

export default function PhotoPage() {
  return (
    <PayloadDetail>{(payload) => <PhotoContent key={payload.payload_reference} payload={payload} />}</PayloadDetail>
  )
}
